/// The first of some values that is not `nil`; those behind it are not evaluated.
final class CoalescingNode: ValueNode {
    private let values: [any EvaluationNode]
    private let kind: ExpressionKind

    init(_ values: [any EvaluationNode], _ kind: ExpressionKind) {
        self.values = values
        self.kind = kind
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        for value in values {
            let found = try value.value(of: row, in: source)
            if !found.isNull { return found.promoted(to: kind) }
        }
        return .null
    }
}
