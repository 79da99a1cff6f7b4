/// The pattern that `like` matches a whole text with: literal pieces and wildcards.
///
/// A pattern is a list, not a text with special characters, so `%`, `_`, `*`, `?` and `\` in data or in an
/// argument are always themselves:
///
/// ```swift
/// let pattern: TextPattern = ["N", .anyOne, .anyRun, "UA"]
/// ```
public struct TextPattern: Sendable, Hashable {
    /// A part of a pattern.
    public enum Piece: Sendable {
        /// These characters.
        case literal(String)
        /// Any one Unicode scalar; under a folding, one scalar of the folded text.
        case anyOne
        /// Any run of characters, even an empty one.
        case anyRun
    }

    /// The parts in order: no two adjacent literals or runs, no empty literal, and runs after single wildcards.
    public let pieces: [Piece]

    /// Makes a pattern; equivalent pieces become the same pattern.
    public init(_ pieces: [Piece]) {
        var normal: [Piece] = []
        for piece in pieces {
            switch (normal.last, piece) {
            case (_, .literal("")), (.anyRun?, .anyRun): break
            case (.literal(let before)?, .literal(let text)):
                normal[normal.count - 1] = .literal(before + text)
            case (.anyRun?, .anyOne): normal.insert(.anyOne, at: normal.count - 1)
            default: normal.append(piece)
            }
        }
        self.pieces = normal
    }
}

extension TextPattern: ExpressibleByArrayLiteral {
    /// Makes a pattern from its pieces.
    public init(arrayLiteral pieces: Piece...) { self.init(pieces) }
}

extension TextPattern.Piece: ExpressibleByStringLiteral {
    /// Makes a literal piece.
    public init(stringLiteral text: String) { self = .literal(text) }
}

extension TextPattern.Piece: Hashable {
    /// Whether two pieces match the same; literals by their UTF-8 bytes.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.literal(let a), .literal(let b)): Bytewise.equal(a, b)
        case (.anyOne, .anyOne), (.anyRun, .anyRun): true
        default: false
        }
    }

    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .literal(let text): text.hashBytes(into: &hasher)
        case .anyOne: hasher.combine(1)
        case .anyRun: hasher.combine(2)
        }
    }
}
