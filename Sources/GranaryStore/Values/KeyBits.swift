public import FoundationEssentials

/// The bits by which the identity map finds an object.
@_documentation(visibility: private)
@frozen public struct KeyBits: Sendable, Hashable {
    /// The first half.
    public var high: UInt64
    /// The second half.
    public var low: UInt64

    /// Makes bits from two halves.
    @inlinable public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A hash of a sequence of bytes; two different keys collide with a probability of about 2⁻¹²⁸.
    @inlinable public init(hashing text: String) {
        var hash = _KeyHash()
        hash.add(text)
        self = hash.bits
    }

    /// The bits of an integer.
    @inlinable public init(_ number: Int64) { self.init(high: 0, low: UInt64(bitPattern: number)) }

    /// The sixteen bytes of an identifier.
    @inlinable public init(_ identifier: UUID) {
        self = withUnsafeBytes(of: identifier.uuid) {
            KeyBits(
                high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}
