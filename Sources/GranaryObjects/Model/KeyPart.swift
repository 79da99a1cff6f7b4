public import FoundationEssentials

/// A type that an attribute of a compound key can have: integers up to 64 signed bits, `UUID`, `String`,
/// `Bool`, `Date`.
///
/// Programs do not conform to it.
public protocol _KeyPart: AttributeValue, Hashable, Codable {
    /// The part as a value.
    ///
    /// A date outside the years 1 to 9999, which no save accepts, becomes the nearest date inside.
    var _keyValue: Value { get }
    /// Makes a part of a value; `nil` when it is of another kind or out of range.
    init?(_keyValue value: Value)
    /// Writes one column.
    func _writeKeyPart(into writer: any ColumnWriter, at column: Int)
    /// Adds the part to a hash.
    func _add(to hash: inout _KeyHash)
    /// The value of a part that is not set yet.
    static var _unassignedKeyPart: Self { get }
}

extension _KeyPart {
    /// Makes a part of a value; `nil` when it is of another kind or out of range.
    @inlinable public init?(_keyValue value: Value) {
        guard let part = try? Self(_storedValue: value) else { return nil }
        self = part
    }
    /// Writes one column.
    @inlinable public func _writeKeyPart(into writer: any ColumnWriter, at column: Int) {
        writer.value(_keyValue, at: column)
    }
}

extension FixedWidthInteger where Self: _KeyPart {
    /// The integer.
    @inlinable public var _keyValue: Value { .integer(Int64(truncatingIfNeeded: self)) }
    /// Adds the integer to a hash.
    @inlinable public func _add(to hash: inout _KeyHash) { hash.add(UInt64(truncatingIfNeeded: self)) }
    /// Zero.
    @inlinable public static var _unassignedKeyPart: Self { 0 }
}

extension Int: _KeyPart {}
extension Int64: _KeyPart {}
extension Int32: _KeyPart {}
extension Int16: _KeyPart {}
extension Int8: _KeyPart {}
extension UInt32: _KeyPart {}
extension UInt16: _KeyPart {}
extension UInt8: _KeyPart {}

extension String: _KeyPart {
    /// The text.
    @inlinable public var _keyValue: Value { .text(self) }
    /// Adds the text's UTF-8 bytes to a hash.
    @inlinable public func _add(to hash: inout _KeyHash) { hash.add(self) }
    /// Empty text.
    @inlinable public static var _unassignedKeyPart: String { "" }
}

extension UUID: _KeyPart {
    /// The identifier.
    @inlinable public var _keyValue: Value { .uuid(self) }
    /// Adds the sixteen bytes to a hash.
    @inlinable public func _add(to hash: inout _KeyHash) { hash.add(keyBits) }
    /// The nil UUID of RFC 9562.
    @inlinable public static var _unassignedKeyPart: UUID { unassigned }
}

extension Bool: _KeyPart {
    /// The Boolean.
    @inlinable public var _keyValue: Value { .bool(self) }
    /// Adds one bit to a hash.
    @inlinable public func _add(to hash: inout _KeyHash) { hash.add(self ? 1 : 0) }
    /// False.
    @inlinable public static var _unassignedKeyPart: Bool { false }
}

extension Date: _KeyPart {
    /// The date in microseconds.
    @inlinable public var _keyValue: Value { .date(nearestStoredMicroseconds) }
    /// Adds the microseconds to a hash.
    @inlinable public func _add(to hash: inout _KeyHash) {
        hash.add(UInt64(bitPattern: nearestStoredMicroseconds))
    }
    /// The beginning of 1970.
    @inlinable public static var _unassignedKeyPart: Date { Date(timeIntervalSince1970: 0) }

    @usableFromInline var nearestStoredMicroseconds: Int64 {
        if let exact = try? StoredDate.microseconds(of: self) { return exact }
        return timeIntervalSince1970 < 0 ? -62_135_596_800_000_000 : 253_402_300_799_999_999
    }
}

extension _KeyHash {
    /// Adds a part of a compound key.
    @inlinable public mutating func add<T: _KeyPart>(part: T) { part._add(to: &self) }
}

extension Row {
    /// Reads one part of a compound key and moves the position past it; `nil` when it is null.
    @inlinable public func keyPart<T: _KeyPart>(_ type: T.Type, at column: inout Int) throws -> T? {
        defer { column &+= 1 }
        return isNull(at: column) ? nil : try T._decode(self, at: column)
    }
}
