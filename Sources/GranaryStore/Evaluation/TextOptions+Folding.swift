extension TextOptions {
    /// The folding that these options ask for.
    package var folding: TextFolding { TextFolding(rawValue: UInt8(truncatingIfNeeded: rawValue)) }
}

extension FoldedText {
    /// Whether a comparison holds between a text, on the left, and this one.
    func holds(_ comparison: ExpressionTree.TextComparison, for text: String) -> Bool {
        switch comparison {
        case .contains: isContained(in: text)
        case .hasPrefix: isPrefix(of: text)
        case .hasSuffix: isSuffix(of: text)
        case .equal: equals(text)
        }
    }
}
