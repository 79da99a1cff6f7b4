/// A fast 128-bit hash of key bytes: two multiply-mix lanes over 8-byte words, seeded per process.
///
/// The identity map relies on it to distinguish keys. Each process draws its own seed, so an attacker cannot choose
/// keys that collide.
@frozen public struct _KeyHash: Sendable {
    @usableFromInline var first: UInt64
    @usableFromInline var second: UInt64

    @usableFromInline static let seed = (
        UInt64.random(in: .min ... .max) | 1, UInt64.random(in: .min ... .max) | 1
    )

    /// Begins a hash.
    @inlinable public init() {
        first = Self.seed.0
        second = Self.seed.1
    }

    /// Adds the UTF-8 bytes of a text, and their number.
    @inlinable public mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            var offset = 0
            while offset &+ 8 <= bytes.count {
                add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset &+= 8
            }
            var tail: UInt64 = 0
            while offset < bytes.count {
                tail = tail &<< 8 | UInt64(bytes[offset])
                offset &+= 1
            }
            add(tail)
            add(UInt64(bytes.count))
        }
    }

    /// Adds one word.
    @inlinable public mutating func add(_ word: UInt64) {
        first = Self.mix(first ^ word, 0x9E37_79B9_7F4A_7C15)
        second = Self.mix(second &+ word, 0xC2B2_AE3D_27D4_EB4F)
    }

    /// Adds the bits of another key.
    @inlinable public mutating func add(_ bits: KeyBits) {
        add(bits.high)
        add(bits.low)
    }

    /// The hash of everything added so far.
    @inlinable public var bits: KeyBits { KeyBits(high: first, low: second) }

    @inlinable static func mix(_ value: UInt64, _ factor: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: factor)
        return (product.high ^ product.low) &+ (value &>> 29)
    }
}
