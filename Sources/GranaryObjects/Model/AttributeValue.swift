/// A Swift type that one column of a store can hold, such as `Int`, `String` or `Date`.
///
/// Programs do not conform to it. An attribute may also be an enumeration with such a raw value, or any type that is
/// `Codable`, `Sendable` and `Equatable`; the macro stores both.
public protocol AttributeValue: Sendable {
    /// The kind of value a store keeps.
    @_documentation(visibility: private)
    static var attributeType: AttributeType { get }
    /// Whether the value may be missing.
    static var _isOptional: Bool { get }
    /// Reads a column.
    static func _decode(_ row: borrowing Row, at column: Int) throws -> Self
    /// Writes a column; throws ``GranaryError/Code/invalidValue`` for a value that no store can hold.
    func _encode(into writer: any ColumnWriter, at column: Int) throws
    /// Whether both values are stored alike.
    func _isStoredLike(_ other: Self) -> Bool
    /// The value as the store will return it: a date is rounded to microseconds, other values are unchanged.
    var _asStored: Self { get }
    /// The value as queries use it.
    func _storedValue() throws -> Value
    /// The value as queries compare with it: what no store can hold has a place in the order all the same.
    func _comparedValue() throws -> Value
    /// Makes a value from a query's result; throws ``GranaryError/Code/malformed`` if it is of another
    /// kind.
    init(_storedValue storedValue: Value) throws
}

extension AttributeValue {
    /// False: most types have no `nil`.
    @inlinable public static var _isOptional: Bool { false }

    /// The value itself.
    @inlinable public var _asStored: Self { self }

    /// The value as it is stored.
    public func _comparedValue() throws -> Value { try _storedValue() }

    /// The error for a value of another kind.
    @usableFromInline static func mismatch(_ value: Value) -> GranaryError {
        GranaryError(
            .malformed,
            "The store returned a value of another kind than \(Self.self); read it as the type of its column."
        )
    }

    /// The error for a value that no store can hold.
    @usableFromInline static func invalid(_ reason: String) -> GranaryError {
        .notStorable(reason)
    }
}

extension Optional: AttributeValue where Wrapped: AttributeValue {
    /// The kind of the wrapped value.
    @_documentation(visibility: private)
    @inlinable public static var attributeType: AttributeType { Wrapped.attributeType }
    /// The value may be missing.
    @inlinable public static var _isOptional: Bool { true }
    /// Reads a column; null gives `nil`.
    @inlinable public static func _decode(_ row: borrowing Row, at column: Int) throws -> Wrapped? {
        row.cursor.isNull(at: column) ? nil : try Wrapped._decode(row, at: column)
    }
    /// Writes a column; `nil` as null.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        if let self { try self._encode(into: writer, at: column) } else { writer.null(at: column) }
    }
    /// Whether both are missing, or both the same.
    @inlinable public func _isStoredLike(_ other: Wrapped?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let a?, let b?): a._isStoredLike(b)
        default: false
        }
    }
    /// The wrapped value as the store will return it.
    @inlinable public var _asStored: Wrapped? {
        if let self { self._asStored } else { nil }
    }
    /// The wrapped value, or null.
    public func _storedValue() throws -> Value { try self?._storedValue() ?? .null }
    /// The wrapped value, or null.
    public func _comparedValue() throws -> Value { try self?._comparedValue() ?? .null }
    /// Null gives `nil`.
    public init(_storedValue storedValue: Value) throws {
        self = storedValue.isNull ? nil : try Wrapped(_storedValue: storedValue)
    }
}
