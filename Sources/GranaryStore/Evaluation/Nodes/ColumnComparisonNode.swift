/// A comparison of the row's own column with a constant, the most common predicate.
final class ColumnComparisonNode: ConditionNode {
    private let comparison: ExpressionTree.Comparison
    private let column: Int
    private let constant: Value

    init(_ comparison: ExpressionTree.Comparison, column: Int, _ constant: Value) {
        self.comparison = comparison
        self.column = column
        self.constant = constant
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        comparison.holds(try row.value(at: column), constant)
    }
}
