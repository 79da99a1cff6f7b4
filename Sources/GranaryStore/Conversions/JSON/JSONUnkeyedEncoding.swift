/// Writes the elements of a JSON array.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
    private let encoding: JSONEncoding

    init(_ encoding: JSONEncoding) {
        self.encoding = encoding
        encoding.slot.beginArray()
    }

    var codingPath: [any CodingKey] { encoding.codingPath }
    var count: Int { encoding.slot.count }

    /// An encoder for the next element.
    private func next() -> JSONEncoding {
        JSONEncoding(
            encoding.slot.append(), at: encoding.path.appending(count - 1), dates: encoding.dates.inside)
    }

    func encodeNil() throws { next().encodeNil() }
    func encode<T: Encodable>(_ value: T) throws { try next().write(value) }
    func encode(_ value: Bool) throws { next().encode(value) }
    func encode(_ value: String) throws { next().encode(value) }
    func encode(_ value: Double) throws { try next().encode(value) }
    func encode(_ value: Float) throws { try next().encode(value) }
    func encode(_ value: Int) throws { next().encode(value) }
    func encode(_ value: Int8) throws { next().encode(value) }
    func encode(_ value: Int16) throws { next().encode(value) }
    func encode(_ value: Int32) throws { next().encode(value) }
    func encode(_ value: Int64) throws { next().encode(value) }
    func encode(_ value: Int128) throws { next().encode(value) }
    func encode(_ value: UInt) throws { next().encode(value) }
    func encode(_ value: UInt8) throws { next().encode(value) }
    func encode(_ value: UInt16) throws { next().encode(value) }
    func encode(_ value: UInt32) throws { next().encode(value) }
    func encode(_ value: UInt64) throws { next().encode(value) }
    func encode(_ value: UInt128) throws { next().encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    func superEncoder() -> any Encoder { next() }
}
