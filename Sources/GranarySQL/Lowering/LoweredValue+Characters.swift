package import GranaryStore

extension LoweredValue {
    /// The number of characters that a constant says, for functions of parts of texts; `nil` for other values.
    package var characterCount: Int? {
        guard case .integer(let number) = constant, number >= 0 else { return nil }
        // No engine holds so long a text.
        return Int(min(number, 1_000_000_000))
    }
}

extension ExpressionTree.TextFunction {
    /// All white space, for functions that take it as a text.
    package static var whiteSpaceText: String { String(String.UnicodeScalarView(whiteSpace)) }
}
