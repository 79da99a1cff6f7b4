import FoundationEssentials
import Granary

/// Writes the compact format of entries.
struct EntryWriter {
    // Not data, each append to which is a call.
    private var bytes: [UInt8] = []

    /// Begins with nothing.
    init() { bytes.reserveCapacity(96) }

    /// What was written.
    var data: Data { Data(bytes) }

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    /// A number in groups of seven bits, the lowest first; the highest bit of a byte says that more follow.
    mutating func number(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            byte(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        byte(UInt8(truncatingIfNeeded: rest))
    }

    mutating func count(_ count: Int) { number(UInt64(max(count, 0))) }

    /// A signed number, whose sign is the lowest bit, so that small ones are short.
    mutating func signed(_ number: Int64) {
        self.number(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 {
            count($0.count)
            bytes.append(contentsOf: $0)
        }
    }

    /// Bytes after their count.
    mutating func data(_ data: Data) {
        count(data.count)
        bytes.append(contentsOf: data)
    }

    mutating func values(_ values: [Value]) {
        count(values.count)
        for value in values { self.value(value) }
    }

    private mutating func value(_ value: Value) {
        switch value {
        case .null: byte(EntryTag.null)
        case .bool(let value): byte(value ? EntryTag.yes : EntryTag.no)
        case .integer(let value):
            byte(EntryTag.integer)
            signed(value)
        case .real(let value):
            byte(EntryTag.real)
            for shift in stride(from: 56, through: 0, by: -8) {
                byte(UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(shift)))
            }
        case .text(let value):
            byte(EntryTag.text)
            text(value)
        case .data(let value):
            byte(EntryTag.data)
            data(value)
        case .date(let value):
            byte(EntryTag.date)
            signed(value)
        case .uuid(let value):
            byte(EntryTag.uuid)
            withUnsafeBytes(of: value.uuid) { bytes.append(contentsOf: $0) }
        case .decimal(let value):
            byte(EntryTag.decimal)
            text(DecimalParts(value)?.scientificText ?? "nan")
        }
    }
}
