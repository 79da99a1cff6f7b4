/// A text comparison with a constant, which is folded once.
final class TextSearchNode: ConditionNode {
    private let comparison: ExpressionTree.TextComparison
    private let inner: any EvaluationNode
    private let wanted: FoldedText

    init(_ comparison: ExpressionTree.TextComparison, _ inner: any EvaluationNode, _ wanted: FoldedText) {
        self.comparison = comparison
        self.inner = inner
        self.wanted = wanted
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        guard case .text(let text) = try inner.value(of: row, in: source) else { return false }
        return wanted.holds(comparison, for: text)
    }
}
