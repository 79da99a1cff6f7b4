/// A Swift type that an attribute can have, stored as one column.
///
/// Enumerations by raw value and other `Codable` types need no conformance: the macro stores them too.
public protocol AttributeValue: Sendable {
    /// The kind of value a store keeps.
    static var attributeType: AttributeType { get }
    /// Whether the value may be missing.
    static var isOptional: Bool { get }
    /// Reads a column.
    static func decode(_ row: borrowing Row, at column: Int) throws -> Self
    /// Writes a column; throws ``GranaryError/Code/invalidValue`` for what no store can hold.
    func encode(into writer: any ColumnWriter, at column: Int) throws
    /// Whether storing either value would be the same.
    func isStoredLike(_ other: Self) -> Bool
    /// The value as it will be read back: a date is rounded to its microsecond; most values stay as they are.
    var asStored: Self { get }
    /// The value as queries use it.
    func storedValue() throws -> Value
    /// Makes a value from what a query gave; throws ``GranaryError/Code/malformed`` when it is of another
    /// kind.
    init(storedValue: Value) throws
}

extension AttributeValue {
    /// Most values cannot be missing.
    @inlinable public static var isOptional: Bool { false }

    /// Most values are read back as they are.
    @inlinable public var asStored: Self { self }

    /// The error for a value of another kind.
    @usableFromInline static func mismatch(_ value: Value) -> GranaryError {
        GranaryError(.malformed, "A value of another kind was found where a \(Self.self) was expected.")
    }

    /// The error for a value that no store can hold.
    @usableFromInline static func invalid(_ reason: String) -> GranaryError {
        GranaryError(.invalidValue, "The value cannot be stored: \(reason)")
    }
}

extension Optional: AttributeValue where Wrapped: AttributeValue {
    /// The kind of the wrapped value.
    @inlinable public static var attributeType: AttributeType { Wrapped.attributeType }
    /// The value may be missing.
    @inlinable public static var isOptional: Bool { true }
    /// Reads a column; null gives `nil`.
    @inlinable public static func decode(_ row: borrowing Row, at column: Int) throws -> Wrapped? {
        row.cursor.isNull(at: column) ? nil : try Wrapped.decode(row, at: column)
    }
    /// Writes a column; `nil` as null.
    @inlinable public func encode(into writer: any ColumnWriter, at column: Int) throws {
        if let self { try self.encode(into: writer, at: column) } else { writer.null(at: column) }
    }
    /// Whether both are missing, or both the same.
    @inlinable public func isStoredLike(_ other: Wrapped?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let a?, let b?): a.isStoredLike(b)
        default: false
        }
    }
    /// The wrapped value as it will be read back.
    @inlinable public var asStored: Wrapped? {
        if let self { self.asStored } else { nil }
    }
    /// The wrapped value, or null.
    public func storedValue() throws -> Value { try self?.storedValue() ?? .null }
    /// Null gives `nil`.
    public init(storedValue: Value) throws {
        self = storedValue.isNull ? nil : try Wrapped(storedValue: storedValue)
    }
}
