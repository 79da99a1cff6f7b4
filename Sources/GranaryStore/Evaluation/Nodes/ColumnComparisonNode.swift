/// A comparison of the row's own column with a constant, the most common predicate.
final class ColumnComparisonNode: ConditionNode {
    private let comparison: ExpressionTree.Comparison
    private let column: Int
    private let constant: Value
    private let integer: FoundInteger

    init(_ comparison: ExpressionTree.Comparison, column: Int, _ constant: Value) {
        self.comparison = comparison
        self.column = column
        self.constant = constant
        integer = FoundInteger(constant)
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        if case .integer = integer, let holds = comparison.holds(try row.integer(at: column), integer) {
            return holds
        }
        return comparison.holds(try row.value(at: column), constant)
    }
}
