public import FoundationEssentials

extension FixedWidthInteger where Self: ModelKey & AttributeValue {
    /// The integer itself.
    @_documentation(visibility: private)
    @inlinable public var keyBits: KeyBits { KeyBits(high: 0, low: UInt64(truncatingIfNeeded: self)) }
    /// The integer as a key.
    @_documentation(visibility: private)
    @inlinable public var objectKey: ObjectKey { .integer(Int64(truncatingIfNeeded: self)) }
    /// Makes a key; `nil` when it is not an integer or out of range.
    @_documentation(visibility: private)
    @inlinable public init?(objectKey: ObjectKey) {
        guard case .integer(let value) = objectKey, let exact = Self(exactly: value) else { return nil }
        self = exact
    }
    /// Reads one integer column.
    @inlinable public static func _decode(_ row: borrowing Row, at column: inout Int) throws -> Self? {
        defer { column &+= 1 }
        return row.isNull(at: column) ? nil : try Self._decode(row, at: column)
    }
    /// Writes one integer column.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: inout Int) {
        writer.integer(Int64(truncatingIfNeeded: self), at: column)
        column &+= 1
    }
    /// One integer.
    public static var _columnTypes: [AttributeType] { [.integer] }
    /// Reserved from the store.
    @_documentation(visibility: private)
    @inlinable public static var generation: _KeyGeneration { .reservedInteger }
    /// The smallest value of a signed type, the largest of an unsigned one.
    @_documentation(visibility: private)
    @inlinable public static var unassigned: Self { Self.isSigned ? .min : .max }
}

extension Int: ModelKey {}
extension Int64: ModelKey {}
extension Int32: ModelKey {}
extension Int16: ModelKey {}
extension Int8: ModelKey {}
extension UInt32: ModelKey {}
extension UInt16: ModelKey {}
extension UInt8: ModelKey {}

extension UUID: ModelKey {
    /// The sixteen bytes.
    @_documentation(visibility: private)
    @inlinable public var keyBits: KeyBits { KeyBits(self) }
    /// The identifier as a key.
    @_documentation(visibility: private)
    @inlinable public var objectKey: ObjectKey { .uuid(self) }
    /// Makes a key; `nil` when it is not a UUID.
    @_documentation(visibility: private)
    @inlinable public init?(objectKey: ObjectKey) {
        guard case .uuid(let value) = objectKey else { return nil }
        self = value
    }
    /// Reads one UUID column.
    @inlinable public static func _decode(_ row: borrowing Row, at column: inout Int) throws -> UUID? {
        defer { column &+= 1 }
        return row.isNull(at: column) ? nil : try row.cursor.uuid(at: column)
    }
    /// Writes one UUID column.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: inout Int) {
        writer.uuid(self, at: column)
        column &+= 1
    }
    /// One UUID.
    public static var _columnTypes: [AttributeType] { [.uuid] }
    /// Made at insertion, in the order of time.
    @_documentation(visibility: private)
    @inlinable public static var generation: _KeyGeneration { .timeOrderedUUID }
    /// The nil UUID of RFC 9562.
    @_documentation(visibility: private)
    @inlinable public static var unassigned: UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
}

extension String: ModelKey {
    /// A hash of the text's UTF-8 bytes.
    @_documentation(visibility: private)
    @inlinable public var keyBits: KeyBits { KeyBits(hashing: self) }
    /// The text as a key.
    @_documentation(visibility: private)
    @inlinable public var objectKey: ObjectKey { .text(self) }
    /// Makes a key; `nil` when it is not text.
    @_documentation(visibility: private)
    @inlinable public init?(objectKey: ObjectKey) {
        guard case .text(let value) = objectKey else { return nil }
        self = value
    }
    /// Reads one text column.
    @inlinable public static func _decode(_ row: borrowing Row, at column: inout Int) throws -> String? {
        defer { column &+= 1 }
        return row.isNull(at: column) ? nil : try row.cursor.text(at: column)
    }
    /// Writes one text column.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: inout Int) {
        writer.text(self, at: column)
        column &+= 1
    }
    /// One text.
    public static var _columnTypes: [AttributeType] { [.text] }
    /// The program sets it.
    @_documentation(visibility: private)
    @inlinable public static var generation: _KeyGeneration { .byProgram }
    /// Empty text.
    @_documentation(visibility: private)
    @inlinable public static var unassigned: String { "" }
}
