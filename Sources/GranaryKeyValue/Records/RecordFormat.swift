internal import Granary

/// How the values of a row are written; `Docs/Design/record-encoding.md` has the whole.
enum RecordFormat {
    /// The first byte of a record, which says how the rest is to be read.
    static let version: UInt8 = 1

    /// How many bytes a value may have, and all values of a row together: lengths are kept in 32 bits, also those of
    /// keys in an index, where a byte can take two.
    static let mostBytes = 1_000_000_000

    /// The low three bits of a field's head, which say what follows it.
    enum Kind {
        /// False; nothing follows.
        static let no: UInt64 = 0
        /// True; nothing follows.
        static let yes: UInt64 = 1
        /// An integer in groups of seven bits, the sign in the lowest bit.
        static let varint: UInt64 = 2
        /// Eight bytes: a floating-point number or a date, the lowest byte first.
        static let eight: UInt64 = 3
        /// Sixteen bytes: an identifier.
        static let sixteen: UInt64 = 4
        /// A length in groups of seven bits and so many bytes.
        static let bytes: UInt64 = 5
    }

    /// What follows the head of a field that holds a value of a kind; for Booleans, what follows for false.
    static func kind(of type: AttributeType) -> UInt64 {
        switch type {
        case .bool: Kind.no
        case .integer: Kind.varint
        case .real, .date: Kind.eight
        case .uuid: Kind.sixteen
        case .text, .json, .data, .decimal: Kind.bytes
        }
    }

    /// The number whose lowest bit is the sign, so that small negative numbers are short.
    @inline(__always) static func folded(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: (value << 1) ^ (value >> 63))
    }

    /// The number that ``folded(_:)`` has folded.
    @inline(__always) static func unfolded(_ value: UInt64) -> Int64 {
        Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
}
