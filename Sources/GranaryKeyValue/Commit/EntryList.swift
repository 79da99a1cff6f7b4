internal import GranaryStore

/// Index entries that are collected, sorted by key, and then put into a batch.
///
/// Rows come in key order, but their entries are spread over an index. Engines keep new entries sorted, and find the
/// place of a key much faster close to the last one. Sorting changes nothing but that time. Used by one thread at a
/// time.
final class EntryList {
    private let arena = KeyValueBuffer(capacity: 1 << 12)
    private let entries = PlainList<Entry>()
    private let sorted = PlainList<Entry>()

    /// An entry, with the eight bytes by which it is sorted.
    private struct Entry: BitwiseCopyable {
        let offset: Int
        let keyCount: Int32
        let valueCount: Int32
        var rank: UInt64 = 0
    }

    /// The number of bytes after which the list is full.
    private static let limit = 1 << 20
    /// The smallest number of entries that is worth sorting.
    private static let least = 64

    /// Whether the entries should be written before more are added.
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

    /// Passes the key and the value of each entry to the closure, and removes all entries.
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
    /// Sorts the entries by the eight bytes after their common prefix: a radix sort from the last byte to the first.
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

    /// Sorts the entries by one byte, and keeps the order of those with the same byte.
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

    /// The length of the prefix that all keys have in common.
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

    /// Stores the eight bytes of each key after the common prefix as a number.
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
