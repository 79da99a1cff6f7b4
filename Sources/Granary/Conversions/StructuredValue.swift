import FoundationEssentials

/// `Codable` values as JSON text with sorted keys.
///
/// Equal values may give different texts: the elements of sets come in any order, as do the entries of dictionaries
/// whose keys are neither text nor integers. So texts are never compared, only values.
package enum StructuredValue {
    /// The JSON text of a value.
    ///
    /// - Throws: What the value's own coding throws; ``GranaryError/Code/invalidValue`` when U+0000 is in one of its
    ///   texts, which not every store can hold.
    package static func encode<T: Encodable>(_ value: T) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .deferredToDate
        let json = try encoder.encode(value)
        if json.withUnsafeBytes(holdsNull) {
            throw GranaryError(
                .invalidValue,
                "The value cannot be stored: a text in it holds U+0000, which stores cannot hold. Remove it, or keep the bytes as Data."
            )
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// Whether JSON holds U+0000, which it can only hold as `\u0000`; a backslash escapes a backslash too.
    ///
    /// - Complexity: linear, at the speed of a search for a byte where there are no backslashes.
    private static func holdsNull(_ json: UnsafeRawBufferPointer) -> Bool {
        var rest = json[...]
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            if rest[backslash...].starts(with: escapedNull) { return true }
            rest = rest[min(backslash + 2, rest.endIndex)...]
        }
        return false
    }

    private static let escapedNull = Array("\\u0000".utf8)

    /// The value of a JSON text.
    package static func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
