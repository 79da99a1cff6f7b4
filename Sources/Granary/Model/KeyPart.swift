public import FoundationEssentials

/// A type that an attribute of a compound key can have: integers up to 64 signed bits, `UUID`, `String`,
/// `Bool`, `Date`.
public protocol KeyPart: AttributeValue, Hashable, Codable {
    /// The part as a value.
    ///
    /// A date outside the years 1 to 9999, which no save accepts, counts as the nearest inside.
    var keyValue: Value { get }
    /// Makes a part of a value; `nil` when it is of another kind or out of range.
    init?(keyValue: Value)
    /// Writes one column.
    func writeKeyPart(into writer: any ColumnWriter, at column: Int)
    /// Adds the part to a hash.
    func add(to hash: inout KeyHash)
    /// The value that stands for “not set yet”.
    static var unassignedKeyPart: Self { get }
}

extension KeyPart {
    /// Makes a part of a value; `nil` when it is of another kind or out of range.
    @inlinable public init?(keyValue: Value) {
        guard let part = try? Self(storedValue: keyValue) else { return nil }
        self = part
    }
    /// Writes one column.
    @inlinable public func writeKeyPart(into writer: any ColumnWriter, at column: Int) {
        writer.value(keyValue, at: column)
    }
}

extension FixedWidthInteger where Self: KeyPart {
    /// The integer.
    @inlinable public var keyValue: Value { .integer(Int64(truncatingIfNeeded: self)) }
    /// Adds the integer to a hash.
    @inlinable public func add(to hash: inout KeyHash) { hash.add(UInt64(truncatingIfNeeded: self)) }
    /// Zero.
    @inlinable public static var unassignedKeyPart: Self { 0 }
}

extension Int: KeyPart {}
extension Int64: KeyPart {}
extension Int32: KeyPart {}
extension Int16: KeyPart {}
extension Int8: KeyPart {}
extension UInt32: KeyPart {}
extension UInt16: KeyPart {}
extension UInt8: KeyPart {}

extension String: KeyPart {
    /// The text.
    @inlinable public var keyValue: Value { .text(self) }
    /// Adds the text's UTF-8 bytes to a hash.
    @inlinable public func add(to hash: inout KeyHash) { hash.add(self) }
    /// Empty text.
    @inlinable public static var unassignedKeyPart: String { "" }
}

extension UUID: KeyPart {
    /// The identifier.
    @inlinable public var keyValue: Value { .uuid(self) }
    /// Adds the sixteen bytes to a hash.
    @inlinable public func add(to hash: inout KeyHash) { hash.add(keyBits) }
    /// The nil UUID of RFC 9562.
    @inlinable public static var unassignedKeyPart: UUID { unassigned }
}

extension Bool: KeyPart {
    /// The Boolean.
    @inlinable public var keyValue: Value { .bool(self) }
    /// Adds one bit to a hash.
    @inlinable public func add(to hash: inout KeyHash) { hash.add(self ? 1 : 0) }
    /// False.
    @inlinable public static var unassignedKeyPart: Bool { false }
}

extension Date: KeyPart {
    /// The moment in microseconds.
    @inlinable public var keyValue: Value { .date(nearestStoredMicroseconds) }
    /// Adds the microseconds to a hash.
    @inlinable public func add(to hash: inout KeyHash) {
        hash.add(UInt64(bitPattern: nearestStoredMicroseconds))
    }
    /// The beginning of 1970.
    @inlinable public static var unassignedKeyPart: Date { Date(timeIntervalSince1970: 0) }

    @usableFromInline var nearestStoredMicroseconds: Int64 {
        if let exact = try? StoredDate.microseconds(of: self) { return exact }
        return timeIntervalSince1970 < 0 ? -62_135_596_800_000_000 : 253_402_300_799_999_999
    }
}

extension KeyHash {
    /// Adds a part of a compound key.
    @inlinable public mutating func add<T: KeyPart>(part: T) { part.add(to: &self) }
}

extension Row {
    /// Reads one part of a compound key and moves the position past it; `nil` when it is null.
    @inlinable public func keyPart<T: KeyPart>(_ type: T.Type, at column: inout Int) throws -> T? {
        defer { column &+= 1 }
        return isNull(at: column) ? nil : try T.decode(self, at: column)
    }
}
