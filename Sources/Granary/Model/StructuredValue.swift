import FoundationEssentials

/// `Codable` values as JSON text with sorted keys.
///
/// Equal values may give different texts: the elements of sets come in any order, as do the entries of dictionaries
/// whose keys are neither text nor integers. So texts are never compared, only values.
package enum StructuredValue {
    /// The JSON text of a value.
    package static func encode<T: Encodable>(_ value: T) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .deferredToDate
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The value of a JSON text.
    package static func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
