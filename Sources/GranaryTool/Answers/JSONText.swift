import FoundationEssentials

/// JSON as the tool prints it: names in alphabetical order, the same text for the same answer.
enum JSONText {
    /// The encoder, which writes numbers that JSON does not have, infinite ones and NaN, as texts.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }

    /// The text of a value, with a line break at its end.
    static func of(_ value: any Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
