import FoundationEssentials

/// JSON as the tool prints it: names in alphabetical order, the same text for the same answer.
enum JSONText {
    /// The text of a value, with a line break at its end.
    static func of(_ value: any Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
