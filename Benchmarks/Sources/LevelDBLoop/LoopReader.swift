internal import FoundationEssentials

/// Reads a record from its beginning to its end; the fields come in the order of the columns.
struct LoopReader {
    private let record: UnsafeRawBufferPointer
    private var offset = 1

    init(record: UnsafeRawBufferPointer) { self.record = record }

    @inline(__always) mutating func version() -> Int64 { Int64(bitPattern: varint()) }

    /// Passes over the version, the name and the e-mail address of a player.
    @inline(__always) mutating func skipToScore() {
        _ = varint()
        skipText()
        skipText()
    }

    @inline(__always) mutating func score() -> Int {
        _ = head()
        let folded = varint()
        return Int(Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1))
    }

    @inline(__always) mutating func rating() -> Double {
        _ = head()
        return Double(bitPattern: eight())
    }

    @inline(__always) mutating func isActive() -> Bool { head() & 7 == 1 }

    @inline(__always) mutating func createdAt() -> Date {
        _ = head()
        return Date(timeIntervalSince1970: Double(Int64(bitPattern: eight())) / 1_000_000)
    }

    @inline(__always) mutating func notes() -> String? { record[offset] >> 3 == 8 ? text() : nil }

    @inline(__always) mutating func team() -> UUID {
        _ = head()
        defer { offset &+= 16 }
        return UUID(uuid: record.loadUnaligned(fromByteOffset: offset, as: uuid_t.self))
    }

    @inline(__always) mutating func text() -> String {
        _ = head()
        let count = Int(varint())
        defer { offset &+= count }
        return String(decoding: record[offset..<(offset &+ count)], as: UTF8.self)
    }

    @inline(__always) private mutating func skipText() {
        _ = head()
        let count = Int(varint())
        offset &+= count
    }

    /// The head of the next field; columns have numbers below sixteen.
    @inline(__always) private mutating func head() -> UInt8 {
        defer { offset &+= 1 }
        return record[offset]
    }

    @inline(__always) private mutating func varint() -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = head()
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    @inline(__always) private mutating func eight() -> UInt64 {
        defer { offset &+= 8 }
        return record.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}
