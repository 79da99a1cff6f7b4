import FoundationEssentials

/// Writes the members of a JSON object.
struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let encoding: JSONEncoding

    init(_ encoding: JSONEncoding) {
        self.encoding = encoding
        encoding.slot.beginObject()
    }

    var codingPath: [any CodingKey] { encoding.codingPath }

    /// An encoder for a member, which is inside a structure unless it is a date itself.
    private func member(_ key: some CodingKey, _ type: Any.Type) -> JSONEncoding {
        let dates = type == Date.self ? encoding.dates : encoding.dates.inside
        return JSONEncoding(
            encoding.slot.member(key.stringValue), at: encoding.path.appending(key), dates: dates)
    }

    /// An encoder for a container in the object, which may be asked for several times.
    private func container(_ key: Key) -> JSONEncoding {
        JSONEncoding(
            encoding.slot.container(key.stringValue), at: encoding.path.appending(key),
            dates: encoding.dates.inside)
    }

    func encodeNil(forKey key: Key) throws { member(key, Any.self).encodeNil() }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try write(value, key) }

    private func write<T: Encodable>(_ value: T, _ key: Key) throws {
        if let collector = encoding.collector {
            collector.members[key.stringValue] = value
        } else {
            try member(key, T.self).write(value)
        }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    { container(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        container(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { member(JSONKey.super, Any.self) }
    func superEncoder(forKey key: Key) -> any Encoder { member(key, Any.self) }
}

/// The requirements of the protocol besides the general form, which all of them call.
extension JSONKeyedEncoding {
    func encode(_ value: Bool, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: String, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: Double, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: Float, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: Int, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: Int128, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try write(value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try write(value, key) }
}
