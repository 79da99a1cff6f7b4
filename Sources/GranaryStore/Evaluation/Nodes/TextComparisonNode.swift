/// A text comparison of two expressions.
final class TextComparisonNode: ConditionNode {
    private let comparison: ExpressionTree.TextComparison
    private let left: any EvaluationNode
    private let right: any EvaluationNode
    private let folding: TextFolding

    init(
        _ comparison: ExpressionTree.TextComparison, _ left: any EvaluationNode, _ right: any EvaluationNode,
        _ folding: TextFolding
    ) {
        self.comparison = comparison
        self.left = left
        self.right = right
        self.folding = folding
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        guard case .text(let text) = try left.value(of: row, in: source),
            case .text(let wanted) = try right.value(of: row, in: source)
        else { return false }
        return FoldedText(wanted, folding: folding).holds(comparison, for: text)
    }
}
