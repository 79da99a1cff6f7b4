internal import Granary

/// Entries of one index on their way into a batch, which they enter in the order of their keys.
///
/// Rows come in the order of their keys, and their entries of an index all over it. Engines keep what is new in
/// order and find the place of a key much sooner close to the last one. How the entries are ordered changes
/// nothing but the time that takes. Used by one thread at a time.
final class EntryList {
    private let arena = KeyValueBuffer(capacity: 1 << 12)
    private let entries = PlainList<Entry>()
    private let sorted = PlainList<Entry>()

    /// An entry, with the eight bytes that decide its place.
    private struct Entry: BitwiseCopyable {
        let offset: Int
        let keyCount: Int32
        let valueCount: Int32
        var rank: UInt64 = 0
    }

    /// How many bytes are collected at most, but for the last entry.
    private static let limit = 1 << 20
    /// Fewer entries are not worth ordering.
    private static let least = 64

    /// Whether the entries should be handed over before more of them come.
    var isFull: Bool { arena.count >= Self.limit }

    /// Adds an entry.
    @inline(__always) func append(_ key: Bytes, _ value: Bytes) {
        entries.append(
            Entry(
                offset: arena.count, keyCount: Int32(truncatingIfNeeded: key.count),
                valueCount: Int32(truncatingIfNeeded: value.count)))
        arena.append(key)
        arena.append(value)
    }

    /// Calls the closure with the key and the value of each entry, and removes all.
    func drain(_ body: (Bytes, Bytes) -> Void) {
        if entries.count >= Self.least { order() }
        for entry in entries.elements {
            let (keyCount, valueCount) = (Int(entry.keyCount), Int(entry.valueCount))
            body(arena.bytes(entry.offset, keyCount), arena.bytes(entry.offset + keyCount, valueCount))
        }
        entries.removeAll()
        arena.removeAll()
    }
}

extension EntryList {
    /// Orders the entries by the first eight bytes in which their keys differ, byte by byte from the last.
    private func order() {
        rank(behind: commonCount())
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 8 * 256) { counts in
            counts.initialize(repeating: 0)
            for entry in entries.elements {
                for byte in 0..<8 { counts[byte * 256 + digit(entry, byte)] += 1 }
            }
            for byte in 0..<8 {
                let places = UnsafeMutableBufferPointer(rebasing: counts[(byte * 256)..<(byte * 256 + 256)])
                if places.contains(entries.count) { continue }
                distribute(by: byte, places)
            }
        }
    }

    @inline(__always) private func digit(_ entry: Entry, _ byte: Int) -> Int {
        Int(truncatingIfNeeded: entry.rank &>> UInt64(byte &* 8)) & 0xff
    }

    /// Brings the entries into the order of one byte, and leaves those with the same byte in theirs.
    private func distribute(by byte: Int, _ places: UnsafeMutableBufferPointer<Int>) {
        var next = 0
        for value in places.indices {
            let count = places[value]
            places[value] = next
            next += count
        }
        sorted.fill(entries[0], count: entries.count)
        for entry in entries.elements {
            let value = digit(entry, byte)
            sorted[places[value]] = entry
            places[value] &+= 1
        }
        _ = entries.elements.update(fromContentsOf: sorted.elements)
    }

    /// How many bytes all keys begin with in common.
    private func commonCount() -> Int {
        let first = arena.bytes(entries[0].offset, Int(entries[0].keyCount))
        var common = first.count
        for entry in entries.elements {
            let key = arena.bytes(entry.offset, Int(entry.keyCount))
            common = min(common, key.count)
            while !Bytes(rebasing: key[..<common]).equals(Bytes(rebasing: first[..<common])) { common -= 1 }
        }
        return common
    }

    /// Notes of each entry the eight bytes behind the first ones as a number.
    private func rank(behind common: Int) {
        for index in 0..<entries.count {
            let key = arena.bytes(entries[index].offset, Int(entries[index].keyCount)).from(common)
            if key.count >= 8 {
                entries[index].rank = UInt64(bigEndian: key.loadUnaligned(as: UInt64.self))
            } else {
                var rank: UInt64 = 0
                for position in 0..<8 {
                    rank = rank << 8 | (position < key.count ? UInt64(key[position]) : 0)
                }
                entries[index].rank = rank
            }
        }
    }
}
