/// Encoded as the list of its values.
extension ObjectKey: Codable {
    /// Decodes a key; an empty list, or one that holds null, throws a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = ObjectKey(try container.decode([Value].self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A key needs at least one value and no null.")
        }
        self = key
    }

    /// Encodes the key's values.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}
