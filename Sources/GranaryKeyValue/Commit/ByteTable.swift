/// A table of byte strings with a number for each; nothing is removed.
///
/// Used by one thread at a time.
final class ByteTable {
    private let arena = KeyValueBuffer(capacity: 1 << 12)
    private var entries: [Entry] = []
    /// The positions of entries by hash; -1 for none.
    private var slots: [Int32] = Array(repeating: -1, count: 16)

    private struct Entry {
        let offset: Int
        let count: Int
        let hash: UInt64
        var number: Int
    }

    /// How many byte strings there are.
    var count: Int { entries.count }

    /// The number of a byte string; `nil` when it is not there.
    @inline(__always) func find(_ bytes: Bytes) -> Int? {
        if entries.isEmpty { return nil }
        let index = slots[slot(of: bytes, ByteHash.of(bytes))]
        return index < 0 ? nil : entries[Int(index)].number
    }

    /// Adds a byte string with a number; false, and no change, when it is there.
    @inline(__always) func add(_ bytes: Bytes, _ number: Int = 0) -> Bool {
        let hash = ByteHash.of(bytes)
        let place = slot(of: bytes, hash)
        guard slots[place] < 0 else { return false }
        append(bytes, hash, number, place)
        return true
    }

    /// Gives a byte string a number, whether or not it is there.
    func set(_ bytes: Bytes, _ number: Int) {
        let hash = ByteHash.of(bytes)
        let place = slot(of: bytes, hash)
        if slots[place] >= 0 {
            entries[Int(slots[place])].number = number
        } else {
            append(bytes, hash, number, place)
        }
    }

    /// Calls the closure with each byte string and its number, in the order in which they came.
    func forEach(_ body: (Bytes, Int) throws -> Void) rethrows {
        for entry in entries { try body(arena.bytes(entry.offset, entry.count), entry.number) }
    }

    private func append(_ bytes: Bytes, _ hash: UInt64, _ number: Int, _ place: Int) {
        slots[place] = Int32(truncatingIfNeeded: entries.count)
        entries.append(Entry(offset: arena.count, count: bytes.count, hash: hash, number: number))
        arena.append(bytes)
        if entries.count * 2 > slots.count { grow() }
    }

    /// The slot that has the byte string, or the free one where it would be.
    @inline(__always) private func slot(of bytes: Bytes, _ hash: UInt64) -> Int {
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while true {
            let index = slots[place]
            if index < 0 { return place }
            let entry = entries[Int(index)]
            if entry.hash == hash, arena.bytes(entry.offset, entry.count).equals(bytes) { return place }
            place = (place &+ 1) & mask
        }
    }

    private func grow() {
        slots = Array(repeating: -1, count: slots.count * 4)
        let mask = slots.count - 1
        for (index, entry) in entries.enumerated() {
            var place = Int(truncatingIfNeeded: entry.hash) & mask
            while slots[place] >= 0 { place = (place + 1) & mask }
            slots[place] = Int32(truncatingIfNeeded: index)
        }
    }
}
