/// Converts a Swift type to and from the values of queries.
@usableFromInline package struct ValueCoding<Wrapped: Sendable>: Sendable {
    /// Makes a stored value from a Swift value.
    @usableFromInline package let encode: @Sendable (Wrapped) throws -> Value
    /// Makes a value to compare stored values with, also from one that no store can hold but that has a place in the
    /// order.
    @usableFromInline package let compare: @Sendable (Wrapped) throws -> Value
    /// Makes a Swift value from a stored value.
    @usableFromInline package let decode: @Sendable (Value) throws -> Wrapped
    /// The kind of the columns that ``read`` reads; `nil` where only values can be decoded.
    @usableFromInline package let kind: AttributeType?
    /// Reads a column of a store's row without making a value of it, if that gives the same as decoding the value.
    @usableFromInline package let read: @Sendable (any RowCursor, Entity, Int) throws -> Wrapped

    /// Makes a coding.
    package init(
        encode: @escaping @Sendable (Wrapped) throws -> Value,
        compare: @escaping @Sendable (Wrapped) throws -> Value,
        decode: @escaping @Sendable (Value) throws -> Wrapped
    ) {
        self.init(encode: encode, compare: compare, decode: decode, kind: nil) { _, _, _ in
            throw ResultReader.NotStoredAlike()
        }
    }

    /// Makes a coding of a type that columns of one kind hold.
    @inlinable package init(
        encode: @escaping @Sendable (Wrapped) throws -> Value,
        compare: @escaping @Sendable (Wrapped) throws -> Value,
        decode: @escaping @Sendable (Value) throws -> Wrapped,
        kind: AttributeType?,
        read: @escaping @Sendable (any RowCursor, Entity, Int) throws -> Wrapped
    ) {
        self.encode = encode
        self.compare = compare
        self.decode = decode
        self.kind = kind
        self.read = read
    }

    /// The same for what a calculation gives: a real that is not a number or not finite, which is `nil` in queries, is
    /// read as NaN, since the type of a calculation with values that are never `nil` is not optional.
    var ofCalculation: ValueCoding<Wrapped> {
        guard Wrapped.self == Double.self, let nan = Double.nan as? Wrapped else { return self }
        return ValueCoding(
            encode: encode, compare: compare, decode: { $0.isNull ? nan : try decode($0) }, kind: kind,
            read: { $0.isNull(at: $2) ? nan : try read($0, $1, $2) })
    }

    /// The same for the optional type.
    package var optional: ValueCoding<Wrapped?> {
        ValueCoding<Wrapped?>(
            encode: { try $0.map(encode) ?? .null },
            compare: { try $0.map(compare) ?? .null },
            decode: { $0.isNull ? nil : try decode($0) },
            kind: kind,
            read: { $0.isNull(at: $2) ? nil : try read($0, $1, $2) })
    }
}
