/// A comparison.
final class ComparisonNode: ConditionNode {
    private let comparison: ExpressionTree.Comparison
    private let left: any EvaluationNode
    private let right: any EvaluationNode
    private let isOfIntegers: Bool

    /// Compares two parts; of integers, if both are integers or `nil` on every row.
    init(
        _ comparison: ExpressionTree.Comparison, _ left: any EvaluationNode, _ right: any EvaluationNode,
        ofIntegers isOfIntegers: Bool = false
    ) {
        self.comparison = comparison
        self.left = left
        self.right = right
        self.isOfIntegers = isOfIntegers
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        if isOfIntegers, let holds = try integersHold(on: row, in: source) { return holds }
        return comparison.holds(try left.value(of: row, in: source), try right.value(of: row, in: source))
    }

    private func integersHold(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool? {
        let first = try left.integer(of: row, in: source)
        // It may not have been evaluated, and its errors come before those of the right side.
        if case .other = first { return nil }
        return comparison.holds(first, try right.integer(of: row, in: source))
    }
}
