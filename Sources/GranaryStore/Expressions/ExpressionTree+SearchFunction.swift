extension ExpressionTree {
    /// A function of a text, the first operand, and what is searched for in it: a constant text in the grammar of
    /// ``SearchQuery``, the second.
    public enum SearchFunction: String, Sendable, Hashable, Codable, CaseIterable {
        /// Whether the text is one of those searched for; false for `nil`.
        case matches
        /// How well the text fits, as a floating-point number (``SearchQuery/rank(of:)``); 0 for `nil`.
        case rank
        /// The text with two other constant texts, the last operands, before and behind what was found; `nil` for `nil`.
        case highlighted
    }
}
