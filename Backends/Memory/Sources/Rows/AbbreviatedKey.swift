internal import FoundationEssentials
package import GranaryStore

/// The first sixteen bytes of a key, encoded so that the order of the bytes is the order of the keys.
///
/// Comparing two of these decides most comparisons without looking at the rows. No encoding of a value is the
/// beginning of another's, so keys whose encodings fit are equal exactly when the bytes are.
package struct AbbreviatedKey: Sendable {
    /// The bytes, the first one highest; zero behind the end.
    package private(set) var bits: UInt128 = 0
    /// How many bytes are still free.
    private(set) var room = 16
    /// The rest of the last value that did not fit, where it is known: with it, the bytes represent all values so far.
    private(set) var remainder: UInt64 = 0
    /// The remainder of a key that misses more; no other is as large.
    static let isCut = UInt64.max
    /// Whether every value fits and no text holds U+0000, so that the bytes stand for the whole key.
    package private(set) var isComplete = true

    /// Makes an empty key.
    package init() {}

    /// Adds a value of a column; null only where the column is optional.
    package mutating func append(_ value: Value, isOptional: Bool) {
        switch value {
        case .null: append(byte: 0)
        case .integer(let value), .date(let value): append(value)
        case .bool(let value): append(byte: value ? 2 : 1)
        case .real(let value):
            if isOptional { append(byte: 1) }
            append(value)
        case .uuid(let value):
            if isOptional { append(byte: 1) }
            append(value)
        case .text(let value):
            if isOptional { append(byte: 1) }
            append(value)
            append(byte: 0)
        case .data(let value):
            if isOptional { append(byte: 1) }
            append(value)
        case .decimal(let value): append(value)
        }
    }

    /// Adds the value of a row in a column; null only where the column is optional.
    @inline(__always) mutating func append(_ row: StoredRow, at column: Int, isOptional: Bool) {
        row.withCell(at: column) { cell in
            switch cell.kind {
            case .integer, .date: append(cell.integer)
            case .uuid:
                if isOptional { append(byte: 1) }
                append(identifier: cell.bytes)
            case .text:
                if isOptional { append(byte: 1) }
                append(text: cell.bytes)
                append(byte: 0)
            default: append(row.value(at: column), isOptional: isOptional)
            }
        }
    }

    /// Adds the beginning of a text, without saying where it ends.
    mutating func append(textPrefix text: String, isOptional: Bool) {
        if isOptional { append(byte: 1) }
        append(text)
    }

    private mutating func append(byte: UInt8) { append(UInt64(byte), bytes: 1) }

    /// Adds the low bytes of a number, the highest of them first.
    @inline(__always) private mutating func append(_ value: UInt64, bytes: Int) {
        if bytes <= room {
            room &-= bytes
            bits |= UInt128(value) &<< UInt128(truncatingIfNeeded: room &* 8)
        } else {
            let missing = UInt64((bytes - room) * 8)
            bits |= UInt128(value >> missing)
            // Up to seven bytes, so that it is less than the mark of a cut key; once, since nothing follows.
            remainder = isComplete && missing < 64 ? value & (1 << missing - 1) : Self.isCut
            room = 0
            isComplete = false
        }
    }

    /// Adds a header with sign and length, then as many bytes as the number needs.
    @inline(__always) private mutating func append(_ value: Int64) {
        let magnitude = UInt64(bitPattern: value < 0 ? ~value : value)
        let bytes = (UInt64.bitWidth - magnitude.leadingZeroBitCount + 7) / 8
        let header = value < 0 ? 0x7f - UInt64(bytes) : 0x80 + UInt64(bytes)
        if bytes == 8 {
            append(header, bytes: 1)
            return append(UInt64(bitPattern: value), bytes: 8)
        }
        let shift = UInt64(bytes) &* 8
        append(header &<< shift | UInt64(bitPattern: value) & (1 &<< shift &- 1), bytes: bytes &+ 1)
    }

    private mutating func append(_ value: Double) {
        let pattern = (value == 0 ? 0 : value).bitPattern
        append(pattern >> 63 == 1 ? ~pattern : pattern | 1 << 63, bytes: 8)
    }

    private mutating func append(_ value: UUID) {
        withUnsafeBytes(of: value.uuid) { append(identifier: $0) }
    }

    /// Adds sixteen bytes.
    private mutating func append(identifier bytes: UnsafeRawBufferPointer) {
        append(UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)), bytes: 8)
        append(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)), bytes: 8)
    }

    private mutating func append(_ text: String) {
        Bytewise.withBytes(text) { bytes in
            if Bytewise.holdsNull(bytes) { append(textWithNull: bytes) } else { append(text: bytes) }
        }
    }

    private mutating func append(text bytes: UnsafeRawBufferPointer) {
        let fits = bytes.count <= room
        for byte in bytes.prefix(room) { append(byte: byte) }
        if !fits { cut() }
    }

    /// The bytes before U+0000, which no row has: it would look like the end of the text, so rows must be compared
    /// regardless of the bytes behind it.
    private mutating func append(textWithNull bytes: UnsafeRawBufferPointer) {
        for byte in bytes.prefix(while: { $0 != 0 }).prefix(room) { append(byte: byte) }
        isComplete = false
        remainder = Self.isCut
    }

    /// Bytes, with 00 written as 00 FF, and 00 00 at the end.
    private mutating func append(_ data: Data) {
        for byte in data.prefix(room + 1) {
            append(byte: byte)
            if byte == 0 { append(byte: 0xff) }
        }
        if isComplete { append(0, bytes: 2) }
    }

    /// Sign, exponent and the first digits; the rest is left out.
    private mutating func append(_ decimal: Decimal) {
        guard let parts = DecimalParts(decimal), parts.significand != 0 else {
            append(byte: 0x80)
            return
        }
        let flip: UInt64 = parts.isNegative ? .max : 0
        append(byte: parts.isNegative ? 0x7f : 0x81)
        append((UInt64(parts.leadingExponent + 0x4000) ^ flip) & 0xffff, bytes: 2)
        append(parts.firstDigits ^ flip, bytes: 8)
        cut()
    }

    /// Records that more than the remainder is missing.
    mutating func cutRemainder() { remainder = Self.isCut }

    /// Records that nothing of the values that count is missing.
    mutating func leaveOutRemainder() { remainder = 0 }

    /// Records that something was left out, so that nothing may follow.
    private mutating func cut() {
        room = 0
        isComplete = false
        remainder = Self.isCut
    }
}

extension DecimalParts {
    /// The first eighteen digits or so as a number that grows with them.
    fileprivate var firstDigits: UInt64 {
        var digits = significand
        // 10^38 times 1 fits 127 bits; a number of 39 digits is cut to 38.
        if digitCount > 38 { digits /= 10 }
        for _ in min(digitCount, 38)..<38 { digits *= 10 }
        return UInt64(truncatingIfNeeded: digits >> 63)
    }
}
