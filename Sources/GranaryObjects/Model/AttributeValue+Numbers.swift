public import FoundationEssentials

extension FixedWidthInteger where Self: AttributeValue {
    /// An integer.
    @_documentation(visibility: private)
    @inlinable public static var attributeType: AttributeType { .integer }
    /// Reads a column; a number out of the type's range is malformed.
    @inlinable public static func _decode(_ row: borrowing Row, at column: Int) throws -> Self {
        let value = try row.cursor.integer(at: column)
        guard let exact = Self(exactly: value) else {
            throw row.malformed(at: column, "holds a number out of the range of \(Self.self)")
        }
        return exact
    }
    /// Writes a column; numbers beyond 64 signed bits are refused.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        guard let exact = Int64(exactly: self) else { throw Self.invalid("it does not fit 64 signed bits.") }
        writer.integer(exact, at: column)
    }
    /// Whether the numbers are equal.
    @inlinable public func _isStoredLike(_ other: Self) -> Bool { self == other }
    /// The integer.
    public func _storedValue() throws -> Value {
        guard let exact = Int64(exactly: self) else { throw Self.invalid("it does not fit 64 signed bits.") }
        return .integer(exact)
    }
    /// The integer; a decimal where it is beyond 64 signed bits.
    public func _comparedValue() throws -> Value {
        Int64(exactly: self).map(Value.integer) ?? .decimal(Decimal(UInt64(clamping: self)))
    }
    /// Takes an integer in range.
    public init(_storedValue storedValue: Value) throws {
        guard case .integer(let value) = storedValue, let exact = Self(exactly: value) else {
            throw Self.mismatch(storedValue)
        }
        self = exact
    }
}

extension Int: AttributeValue {}
extension Int64: AttributeValue {}
extension Int32: AttributeValue {}
extension Int16: AttributeValue {}
extension Int8: AttributeValue {}
extension UInt: AttributeValue {}
extension UInt64: AttributeValue {}
extension UInt32: AttributeValue {}
extension UInt16: AttributeValue {}
extension UInt8: AttributeValue {}

extension BinaryFloatingPoint where Self: AttributeValue {
    /// A floating-point number.
    @_documentation(visibility: private)
    @inlinable public static var attributeType: AttributeType { .real }
    /// Reads a column.
    @inlinable public static func _decode(_ row: borrowing Row, at column: Int) throws -> Self {
        Self(try row.cursor.real(at: column))
    }
    /// Writes a column; NaN is refused and −0.0 becomes 0.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        if isNaN { throw Self.invalid("it is not a number (NaN).") }
        writer.real(self == 0 ? 0 : Double(self), at: column)
    }
    /// Whether storing either would be the same; NaN is like NaN.
    @inlinable public func _isStoredLike(_ other: Self) -> Bool { self == other || (isNaN && other.isNaN) }
    /// The number.
    public func _storedValue() throws -> Value { try .storable(Double(self)) }
    /// Takes a number; an integer too.
    public init(_storedValue storedValue: Value) throws {
        switch storedValue {
        case .real(let value): self = Self(value)
        case .integer(let value): self = Self(value)
        default: throw Self.mismatch(storedValue)
        }
    }
}

extension Double: AttributeValue {}
extension Float: AttributeValue {}

extension Bool: AttributeValue {
    /// True or false.
    @_documentation(visibility: private)
    @inlinable public static var attributeType: AttributeType { .bool }
    /// Reads a column.
    @inlinable public static func _decode(_ row: borrowing Row, at column: Int) throws -> Bool {
        try row.cursor.bool(at: column)
    }
    /// Writes a column.
    @inlinable public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        writer.bool(self, at: column)
    }
    /// Whether they are equal.
    @inlinable public func _isStoredLike(_ other: Bool) -> Bool { self == other }
    /// The Boolean.
    public func _storedValue() throws -> Value { .bool(self) }
    /// Takes a Boolean.
    public init(_storedValue storedValue: Value) throws {
        guard case .bool(let value) = storedValue else { throw Self.mismatch(storedValue) }
        self = value
    }
}

extension Decimal: AttributeValue {
    /// A decimal number.
    @_documentation(visibility: private)
    @inlinable public static var attributeType: AttributeType { .decimal }
    /// Reads a column.
    @inlinable public static func _decode(_ row: borrowing Row, at column: Int) throws -> Decimal {
        try row.cursor.decimal(at: column)
    }
    /// Writes a column; NaN and more than 38 digits are refused.
    public func _encode(into writer: any ColumnWriter, at column: Int) throws {
        writer.decimal(try DecimalLimits.normalized(self), at: column)
    }
    /// Whether the numbers are equal.
    @inlinable public func _isStoredLike(_ other: Decimal) -> Bool { self == other }
    /// The number.
    public func _storedValue() throws -> Value { try .storable(self) }
    /// The number, of any length; NaN is refused.
    public func _comparedValue() throws -> Value { isNaN ? try _storedValue() : .decimal(self) }
    /// Takes a decimal number; an integer too.
    public init(_storedValue storedValue: Value) throws {
        switch storedValue {
        case .decimal(let value): self = value
        case .integer(let value): self = Decimal(value)
        default: throw Self.mismatch(storedValue)
        }
    }
}
