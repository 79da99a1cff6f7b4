extension TextOptions {
    /// The folding that these options ask for.
    package var folding: TextFolding { TextFolding(rawValue: UInt8(truncatingIfNeeded: rawValue)) }
}

extension FoldedText {
    /// Whether a comparison holds between a text and this one, the text standing left.
    func holds(_ comparison: ExpressionTree.TextComparison, for text: String) -> Bool {
        switch comparison {
        case .contains: isContained(in: text)
        case .hasPrefix: isPrefix(of: text)
        case .hasSuffix: isSuffix(of: text)
        case .equal: equals(text)
        }
    }
}

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
