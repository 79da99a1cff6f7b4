/// A comparison of two parts that are integers or `nil` on every row.
final class IntegerComparisonNode: ConditionNode {
    private let comparison: ExpressionTree.Comparison
    private let left: IntegerProgram
    private let right: IntegerProgram
    /// The right side, if it is the same for all rows.
    private let constant: FoundInteger?
    /// Decides what the programs leave.
    private let parts: ComparisonNode

    /// Compares two parts; `nil` if their programs need too much room.
    init?(
        _ comparison: ExpressionTree.Comparison, _ left: any EvaluationNode, _ right: any EvaluationNode
    ) {
        guard let first = IntegerProgram(left), let second = IntegerProgram(right) else { return nil }
        self.comparison = comparison
        self.left = first
        self.right = second
        constant = second.constant.map { .integer($0) }
        parts = ComparisonNode(comparison, left, right)
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        let first = try left.result(on: row, in: source)
        // Errors of the left side come before those of the right one.
        if case .other = first { return try parts.holds(on: row, in: source) }
        return try comparison.holds(first, constant ?? right.result(on: row, in: source))
            ?? parts.holds(on: row, in: source)
    }
}
