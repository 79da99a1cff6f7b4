import FoundationEssentials

/// The members of a JSON object.
struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let members: [JSONMember]
    /// The positions of the members by name, where there are many.
    private let positions: [String: Int]?
    private let decoding: JSONDecoding

    init(_ members: [JSONMember], of decoding: JSONDecoding) {
        self.members = members
        self.decoding = decoding
        // Of members of one name the first counts.
        positions =
            members.count > 12
            ? Dictionary(members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
            : nil
    }

    var codingPath: [any CodingKey] { decoding.codingPath }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool {
        found(key.stringValue) != nil || decoding.absent?.has(key.stringValue) ?? false
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        if let value = found(key.stringValue) { return if case .null = value { true } else { false } }
        if decoding.absent?.has(key.stringValue) ?? false { return false }
        throw missing(key)
    }

    private func found(_ name: String) -> JSONValue? {
        if let positions { return positions[name].map { members[$0].value } }
        return members.first { $0.name == name }?.value
    }

    private func missing(_ key: Key) -> DecodingError {
        .keyNotFound(key, .init(codingPath: codingPath, debugDescription: "There is no such member."))
    }

    /// A decoder for a member, which is inside a structure unless it is a date itself.
    private func member(_ key: Key, as type: Any.Type) throws -> JSONDecoding {
        guard let value = found(key.stringValue) else { throw missing(key) }
        let dates = type == Date.self ? decoding.dates : decoding.dates.inside
        return JSONDecoding(value, at: decoding.path.appending(key), dates: dates)
    }

    private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        if let absent = decoding.absent, found(key.stringValue) == nil {
            if let value = try absent.value(key.stringValue, as: type) { return value }
        }
        return try member(key, as: type).decoded(type)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    { try member(key, as: Any.self).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key, as: Any.self).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let value = found(JSONKey.super.stringValue) ?? .null
        return JSONDecoding(value, at: decoding.path.appending(JSONKey.super), dates: decoding.dates.inside)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key, as: Any.self) }
}
