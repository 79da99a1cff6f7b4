internal import GranaryStore

/// Reads one record from its beginning to its end.
struct RecordScanner {
    private var next: UnsafeRawPointer?
    private let end: UnsafeRawPointer?
    /// The number of the save that wrote the row.
    private(set) var version: Int64 = 0
    /// The number of the field's column in the catalogue.
    private(set) var id = 0
    /// The form of the field's content, as ``RecordFormat/Kind`` lists them.
    private(set) var kind: UInt64 = 0
    /// The bytes of the field's value, without a length.
    private(set) var cell = Cell()
    /// The start of the field.
    private(set) var fieldStart: UnsafeRawPointer?

    /// Starts with a record; `nil` if its head is invalid.
    @inline(__always) init?(_ record: Bytes) {
        guard let start = record.baseAddress, record.count >= 2, record[0] == RecordFormat.version else {
            return nil
        }
        next = start + 1
        end = start + record.count
        guard let version = varint() else { return nil }
        self.version = Int64(bitPattern: version)
    }

    /// The result of reading a field.
    enum Step { case field, end, damage }

    /// Reads the next field.
    @inline(__always) mutating func step() -> Step {
        guard let start = next, let end, start < end else { return .end }
        fieldStart = start
        guard let head = varint(), let value = next else { return .damage }
        kind = head & 7
        guard head >> 3 <= UInt64(UInt32.max) else { return .damage }
        id = Int(truncatingIfNeeded: head >> 3)
        let room = end - value
        let length: Int
        switch kind {
        case RecordFormat.Kind.no, RecordFormat.Kind.yes: length = 0
        case RecordFormat.Kind.varint:
            guard varint() != nil, let after = next else { return .damage }
            cell = Cell(value, after - value)
            return .field
        case RecordFormat.Kind.eight: length = 8
        case RecordFormat.Kind.sixteen: length = 16
        case RecordFormat.Kind.bytes: return bytes()
        default: return .damage
        }
        guard length <= room else { return .damage }
        // No byte follows a truth value: the count of its cell carries it, so that readers need not know the kind.
        cell = Cell(value, kind == RecordFormat.Kind.yes ? 1 : length)
        next = value + length
        return .field
    }

    /// The bytes of the last field, with its head.
    var field: Bytes {
        guard let fieldStart, let next else { return Bytes(start: nil, count: 0) }
        return Bytes(start: fieldStart, count: next - fieldStart)
    }

    /// The number of bytes in the field before those of its value.
    var headCount: Int {
        guard let fieldStart, let start = cell.start else { return 0 }
        return start - fieldStart
    }

    @inline(__always) private mutating func bytes() -> Step {
        // Compared before it is converted: the length comes from a file, and `Int` traps above `Int.max`.
        guard let length = varint(), let start = next, let end, length <= UInt64(end - start) else {
            return .damage
        }
        cell = Cell(start, Int(length))
        next = start + Int(length)
        return .field
    }

    /// Reads a number in groups of seven bits; `nil` if it is incomplete or has more than 64 bits.
    @inline(__always) private mutating func varint() -> UInt64? {
        guard var place = next, let end, place < end else { return nil }
        var byte = place.load(as: UInt8.self)
        place += 1
        var value = UInt64(byte & 0x7f)
        var shift: UInt64 = 7
        while byte & 0x80 != 0 {
            guard place < end, shift < 64 else { return nil }
            byte = place.load(as: UInt8.self)
            place += 1
            value |= UInt64(byte & 0x7f) &<< shift
            shift &+= 7
        }
        // Only the lowest bit of the tenth byte is left.
        if shift > 64, byte > 1 { return nil }
        next = place
        return value
    }
}
