internal import GranaryStore

/// The format of a row's values; `Docs/Design/record-encoding.md` describes it in full.
enum RecordFormat {
    /// The first byte of a record: the version of the format.
    static let version: UInt8 = 1

    /// The largest number of bytes of a value, and of all values of a row: lengths are kept in 32 bits, also those of
    /// index keys, in which a byte can take two.
    static let mostBytes = 1_000_000_000

    /// The low three bits of a field's head: the form of its content.
    enum Kind {
        /// False; nothing follows.
        static let no: UInt64 = 0
        /// True; nothing follows.
        static let yes: UInt64 = 1
        /// An integer in groups of seven bits, with the sign in the lowest bit.
        static let varint: UInt64 = 2
        /// Eight bytes: a floating-point number or a date, lowest byte first.
        static let eight: UInt64 = 3
        /// Sixteen bytes: an identifier.
        static let sixteen: UInt64 = 4
        /// A length in groups of seven bits, then as many bytes.
        static let bytes: UInt64 = 5
    }

    /// The form of a field's content for a type; for Booleans, that of false.
    static func kind(of type: AttributeType) -> UInt64 {
        switch type {
        case .bool: Kind.no
        case .integer: Kind.varint
        case .real, .date: Kind.eight
        case .uuid: Kind.sixteen
        case .text, .json, .data, .decimal: Kind.bytes
        }
    }

    /// Encodes a number with its sign in the lowest bit, so that small negative numbers are short.
    @inline(__always) static func folded(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: (value << 1) ^ (value >> 63))
    }

    /// Decodes a number that ``folded(_:)`` has encoded.
    @inline(__always) static func unfolded(_ value: UInt64) -> Int64 {
        Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
}
