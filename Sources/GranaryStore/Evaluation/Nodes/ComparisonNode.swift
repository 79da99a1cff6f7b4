/// A comparison.
final class ComparisonNode: ConditionNode {
    private let comparison: ExpressionTree.Comparison
    private let left: any EvaluationNode
    private let right: any EvaluationNode

    init(
        _ comparison: ExpressionTree.Comparison, _ left: any EvaluationNode, _ right: any EvaluationNode
    ) {
        self.comparison = comparison
        self.left = left
        self.right = right
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        comparison.holds(try left.value(of: row, in: source), try right.value(of: row, in: source))
    }
}
