/// The value of the first condition that holds; the last value if none does.
final class ChoosingNode: ValueNode {
    private let conditions: [any EvaluationNode]
    private let values: [any EvaluationNode]
    private let kind: ExpressionKind

    /// Makes the node; there is one value more than conditions.
    init(_ conditions: [any EvaluationNode], _ values: [any EvaluationNode], _ kind: ExpressionKind) {
        self.conditions = conditions
        self.values = values
        self.kind = kind
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        for (condition, value) in zip(conditions, values) where try condition.holds(on: row, in: source) {
            return try value.value(of: row, in: source).promoted(to: kind)
        }
        return try values[conditions.count].value(of: row, in: source).promoted(to: kind)
    }
}
