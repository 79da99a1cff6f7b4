/// A pattern for whole texts, made of literal pieces and wildcards: `["A", .anyRun, "b"]`.
///
/// No character of a literal piece is special.
public struct TextPattern: Sendable, Hashable, Codable {
    /// One part of a pattern.
    public enum Piece: Sendable, Hashable, Codable {
        /// Exactly this text.
        case literal(String)
        /// Any text, also none.
        case anyRun
        /// Exactly one Unicode scalar.
        case one
    }

    /// The parts in order.
    public let pieces: [Piece]

    /// Makes a pattern from its parts.
    public init(_ pieces: [Piece]) { self.pieces = pieces }
}

extension TextPattern.Piece: ExpressibleByStringLiteral {
    /// Exactly this text.
    public init(stringLiteral value: String) { self = .literal(value) }
}

extension TextPattern: ExpressibleByArrayLiteral {
    /// Makes a pattern from its parts.
    public init(arrayLiteral elements: Piece...) { pieces = elements }
}
