/// Whether a text matches a pattern.
final class PatternNode: ConditionNode {
    private let inner: any EvaluationNode
    private let matcher: TextPatternMatcher

    init(_ inner: any EvaluationNode, _ matcher: TextPatternMatcher) {
        self.inner = inner
        self.matcher = matcher
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        guard case .text(let text) = try inner.value(of: row, in: source) else { return false }
        return matcher.matches(text)
    }
}
