/// Converts a Swift type to and from the values of queries.
package struct ValueCoding<Wrapped: Sendable>: Sendable {
    /// Makes a stored value from a Swift value.
    package let encode: @Sendable (Wrapped) throws -> Value
    /// Makes a value to compare stored values with, also from one that no store can hold but that has a place in the
    /// order.
    package let compare: @Sendable (Wrapped) throws -> Value
    /// Makes a Swift value from a stored value.
    package let decode: @Sendable (Value) throws -> Wrapped

    /// Makes a coding.
    package init(
        encode: @escaping @Sendable (Wrapped) throws -> Value,
        compare: @escaping @Sendable (Wrapped) throws -> Value,
        decode: @escaping @Sendable (Value) throws -> Wrapped
    ) {
        self.encode = encode
        self.compare = compare
        self.decode = decode
    }

    /// The same for the optional type.
    package var optional: ValueCoding<Wrapped?> {
        ValueCoding<Wrapped?>(
            encode: { try $0.map(encode) ?? .null },
            compare: { try $0.map(compare) ?? .null },
            decode: { $0.isNull ? nil : try decode($0) })
    }
}
