public import FoundationEssentials

extension String: AttributeValue {
    /// Text.
    @_documentation(visibility: private)
    @inlinable public static var attributeType: AttributeType { .text }
    /// Reads a column.
    @inlinable public static func _decode(_ row: borrowing Row, at column: Int) throws -> String {
        try row.cursor.text(at: column)
    }
    /// Writes a column; text with U+0000 is refused.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        if Bytewise.holdsNull(self) {
            throw Self.invalid("it contains the character U+0000, which some engines cannot hold.")
        }
        writer.text(self, at: column)
    }
    /// Whether the UTF-8 bytes are equal.
    @inlinable public func _isStoredLike(_ other: String) -> Bool {
        Bytewise.equal(self, other)
    }
    /// The text.
    public func _storedValue() throws -> Value { try .storable(self) }
    /// Takes text.
    public init(_storedValue storedValue: Value) throws {
        guard case .text(let value) = storedValue else { throw Self.mismatch(storedValue) }
        self = value
    }
}

extension Data: AttributeValue {
    /// Bytes.
    @_documentation(visibility: private)
    @inlinable public static var attributeType: AttributeType { .data }
    /// Reads a column.
    @inlinable public static func _decode(_ row: borrowing Row, at column: Int) throws -> Data {
        try row.cursor.data(at: column)
    }
    /// Writes a column.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        writer.data(self, at: column)
    }
    /// Whether the bytes are equal.
    @inlinable public func _isStoredLike(_ other: Data) -> Bool { self == other }
    /// The bytes.
    public func _storedValue() throws -> Value { .data(self) }
    /// Takes bytes.
    public init(_storedValue storedValue: Value) throws {
        guard case .data(let value) = storedValue else { throw Self.mismatch(storedValue) }
        self = value
    }
}

extension Date: AttributeValue {
    /// A point in time, in microseconds.
    @_documentation(visibility: private)
    @inlinable public static var attributeType: AttributeType { .date }
    /// Reads a column.
    @inlinable public static func _decode(_ row: borrowing Row, at column: Int) throws -> Date {
        StoredDate.date(ofMicroseconds: try row.cursor.date(at: column))
    }
    /// Writes a column, rounded to the nearest microsecond; dates outside the years 1 to 9999 are refused.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        writer.date(try StoredDate.microseconds(of: self), at: column)
    }
    /// Whether they round to the same microsecond.
    public func _isStoredLike(_ other: Date) -> Bool {
        self == other || (try? StoredDate.microseconds(of: self)) == (try? StoredDate.microseconds(of: other))
    }
    /// The date rounded to its microsecond; unchanged outside the years 1 to 9999, which no save accepts.
    public var _asStored: Date {
        (try? StoredDate.microseconds(of: self)).map(StoredDate.date(ofMicroseconds:)) ?? self
    }
    /// The date.
    public func _storedValue() throws -> Value { .date(try StoredDate.microseconds(of: self)) }
    /// The date; one outside the years 1 to 9999 is before, or after, everything that is stored.
    public func _comparedValue() throws -> Value { .date(try StoredDate.comparedMicroseconds(of: self)) }
    /// Takes a date.
    public init(_storedValue storedValue: Value) throws {
        guard case .date(let value) = storedValue else { throw Self.mismatch(storedValue) }
        self = StoredDate.date(ofMicroseconds: value)
    }
}

extension UUID: AttributeValue {
    /// An identifier.
    @_documentation(visibility: private)
    @inlinable public static var attributeType: AttributeType { .uuid }
    /// Reads a column.
    @inlinable public static func _decode(_ row: borrowing Row, at column: Int) throws -> UUID {
        try row.cursor.uuid(at: column)
    }
    /// Writes a column.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        writer.uuid(self, at: column)
    }
    /// Whether they are equal.
    @inlinable public func _isStoredLike(_ other: UUID) -> Bool { self == other }
    /// The identifier.
    public func _storedValue() throws -> Value { .uuid(self) }
    /// Takes an identifier.
    public init(_storedValue storedValue: Value) throws {
        guard case .uuid(let value) = storedValue else { throw Self.mismatch(storedValue) }
        self = value
    }
}

extension URL: AttributeValue {
    /// Text.
    @_documentation(visibility: private)
    @inlinable public static var attributeType: AttributeType { .text }
    /// Reads a column; text that is no URL is malformed.
    public static func _decode(_ row: borrowing Row, at column: Int) throws -> URL {
        guard let url = URL(string: try row.cursor.text(at: column)) else {
            throw row.malformed(at: column, "holds text that is not a URL")
        }
        return url
    }
    /// Writes a column.
    public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        try absoluteString._encode(into: writer, at: column)
    }
    /// Whether the texts are equal.
    public func _isStoredLike(_ other: URL) -> Bool { absoluteString._isStoredLike(other.absoluteString) }
    /// The text.
    public func _storedValue() throws -> Value { try absoluteString._storedValue() }
    /// Takes the text of a URL.
    public init(_storedValue storedValue: Value) throws {
        guard case .text(let text) = storedValue, let url = URL(string: text) else {
            throw Self.mismatch(storedValue)
        }
        self = url
    }
}
