extension TextPattern: Codable {
    /// Decodes a pattern from the list of its pieces.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Piece].self))
    }

    /// Encodes the list of pieces.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(pieces)
    }
}

/// A literal is encoded as its text, a wildcard as the number of characters it matches: 1, or -1 for any.
extension TextPattern.Piece: Codable {
    /// Decodes a piece; anything but a text, 1 or -1 throws a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .literal(text)
            return
        }
        switch try container.decode(Int.self) {
        case 1: self = .anyOne
        case -1: self = .anyRun
        default:
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A piece of a pattern is a text, 1 or -1.")
        }
    }

    /// Encodes the piece.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .literal(let text): try container.encode(text)
        case .anyOne: try container.encode(1)
        case .anyRun: try container.encode(-1)
        }
    }
}
