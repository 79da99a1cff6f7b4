/// Converts a Swift type to and from the values of queries.
package struct ValueCoding<Wrapped: Sendable>: Sendable {
    /// Makes a stored value of a Swift value.
    package let encode: @Sendable (Wrapped) throws -> Value
    /// Makes a Swift value of a stored value.
    package let decode: @Sendable (Value) throws -> Wrapped

    /// Makes a coding.
    package init(
        encode: @escaping @Sendable (Wrapped) throws -> Value,
        decode: @escaping @Sendable (Value) throws -> Wrapped
    ) {
        self.encode = encode
        self.decode = decode
    }

    /// The same for the optional type.
    package var optional: ValueCoding<Wrapped?> {
        ValueCoding<Wrapped?>(
            encode: { try $0.map(encode) ?? .null },
            decode: { $0.isNull ? nil : try decode($0) })
    }
}
