internal import FoundationEssentials

/// Encoded as an object of one entry, whose key names the kind: `{"integer":5}`, `{"null":true}`.
///
/// Floating-point numbers that are not finite, and decimals, are encoded as text, so that no format rounds
/// them.
extension Value: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case null, bool, integer, real, text, data, date, uuid, decimal
    }

    /// Decodes a value; malformed input throws a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A value needs exactly one kind."))
        }
        switch key {
        case .null: self = .null
        case .bool: self = .bool(try container.decode(Bool.self, forKey: key))
        case .integer: self = .integer(try container.decode(Int64.self, forKey: key))
        case .real: self = .real(try Self.decodeReal(container, key))
        case .text: self = .text(try container.decode(String.self, forKey: key))
        case .data: self = .data(try container.decode(Data.self, forKey: key))
        case .date: self = .date(try container.decode(Int64.self, forKey: key))
        case .uuid: self = .uuid(try container.decode(UUID.self, forKey: key))
        case .decimal: self = .decimal(try Self.decodeDecimal(container, key))
        }
    }

    /// Encodes the value with its kind.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .null: try container.encode(true, forKey: .null)
        case .bool(let value): try container.encode(value, forKey: .bool)
        case .integer(let value): try container.encode(value, forKey: .integer)
        case .real(let value) where value.isFinite: try container.encode(value, forKey: .real)
        case .real(let value): try container.encode(value.description, forKey: .real)
        case .text(let value): try container.encode(value, forKey: .text)
        case .data(let value): try container.encode(value, forKey: .data)
        case .date(let value): try container.encode(value, forKey: .date)
        case .uuid(let value): try container.encode(value, forKey: .uuid)
        case .decimal(let value):
            try container.encode(DecimalParts(value)?.scientificText ?? "nan", forKey: .decimal)
        }
    }

    private static func decodeReal(
        _ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
    ) throws -> Double {
        guard let name = try? container.decode(String.self, forKey: key) else {
            return try container.decode(Double.self, forKey: key)
        }
        switch name {
        case "inf": return .infinity
        case "-inf": return -.infinity
        case "nan": return .nan
        default:
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "Neither a number nor inf, -inf or nan.")
        }
    }

    private static func decodeDecimal(
        _ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
    ) throws -> Decimal {
        let text = try container.decode(String.self, forKey: key)
        if text == "nan" { return .nan }
        guard let decimal = DecimalParts(scientificText: text)?.decimal else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "Not a decimal like -125e-2.")
        }
        return decimal
    }
}
