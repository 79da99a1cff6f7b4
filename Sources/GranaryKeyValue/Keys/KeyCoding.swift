package import GranaryStore

/// Conversion of keys to bytes and back, for tools and tests.
package enum KeyCoding {
    /// Encodes values as the elements of a key; `nil` for values that no key can hold.
    package static func encode(_ values: [Value]) -> [UInt8]? {
        let buffer = KeyValueBuffer()
        for value in values where !buffer.append(element: value) { return nil }
        return Array(buffer.bytes)
    }

    /// Decodes the elements of a key; `nil` if one of them is null.
    ///
    /// - Throws: `GranaryError.Code.malformed` unless the bytes are whole elements of these types.
    package static func decode(_ bytes: [UInt8], _ types: [AttributeType]) throws -> ObjectKey? {
        try bytes.withUnsafeBytes { try decode($0, types) }
    }

    /// Decodes the elements of a key, as above.
    static func decode(_ bytes: Bytes, _ types: [AttributeType]) throws -> ObjectKey? {
        var (rest, values): (Bytes, [Value]) = (bytes, [])
        for type in types {
            guard let length = KeyElement.length(rest), let start = rest.baseAddress,
                KeyElement.isOfKind(rest[0], type),
                let value = Cell(start, length).value(type, inKey: true)
            else { throw GranaryError(.malformed, "The bytes are not a key of these kinds.") }
            values.append(value)
            rest = rest.from(length)
        }
        guard rest.isEmpty else {
            throw GranaryError(.malformed, "A key has bytes after its last element.")
        }
        return ObjectKey(values)
    }
}
