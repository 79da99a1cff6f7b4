internal import GranaryStore

/// A table of byte strings with a number for each; entries are never removed.
///
/// Keys usually come in ascending order. As long as they do, nothing is hashed: a new string goes after the last one,
/// and look-ups use binary search. Used by one thread at a time.
final class ByteTable {
    private let arena = KeyValueBuffer(capacity: 1 << 12)
    private let entries = PlainList<Entry>()
    /// The hash of each entry; empty while the entries are in order.
    private let hashes = PlainList<UInt64>()
    /// The positions of entries by hash, -1 for a free slot; empty while the entries are in order.
    private let slots = PlainList<Int32>()

    private struct Entry: BitwiseCopyable {
        let offset: Int
        let count: Int32
        var number: Int32
    }

    /// The number of byte strings.
    var count: Int { entries.count }

    /// The number of a byte string; `nil` if it is not in the table.
    @inline(__always) func find(_ bytes: Bytes) -> Int? {
        guard let index = index(of: bytes) else { return nil }
        return Int(entries[index].number)
    }

    /// Adds a byte string with a number; returns false, without any change, if it is in the table.
    @inline(__always) func add(_ bytes: Bytes, _ number: Int = 0) -> Bool {
        if slots.isEmpty {
            switch orderBehindLast(bytes) {
            case .greater:
                append(bytes, number)
                return true
            case .equal: return false
            case .less: hashAll()
            }
        }
        let hash = ByteHash.of(bytes)
        let slot = slot(of: bytes, hash)
        guard slots[slot] < 0 else { return false }
        append(bytes, number, hash, slot)
        return true
    }

    /// Sets the number of a byte string, and adds the string if necessary.
    func set(_ bytes: Bytes, _ number: Int) {
        if add(bytes, number) { return }
        if let index = index(of: bytes) { entries[index].number = Int32(truncatingIfNeeded: number) }
    }

    /// Passes each byte string and its number to the closure, in the order of adding.
    func forEach(_ body: (Bytes, Int) throws -> Void) rethrows {
        for index in 0..<entries.count {
            try body(self.bytes(index), Int(entries[index].number))
        }
    }

    /// Reserves room for more byte strings.
    func reserve(_ more: Int) { entries.reserve(more) }

    @inline(__always) private func bytes(_ index: Int) -> Bytes {
        arena.bytes(entries[index].offset, Int(entries[index].count))
    }

    /// Compares a byte string with the last one, while the table is in order.
    @inline(__always) private func orderBehindLast(_ bytes: Bytes) -> Ordering {
        entries.isEmpty ? .greater : Bytewise.compare(bytes, self.bytes(entries.count &- 1))
    }

    /// The position of a byte string's entry.
    @inline(__always) private func index(of bytes: Bytes) -> Int? {
        if slots.isEmpty {
            if entries.isEmpty || orderBehindLast(bytes) == .greater { return nil }
            return indexByHalving(bytes)
        }
        let index = slots[slot(of: bytes, ByteHash.of(bytes))]
        return index < 0 ? nil : Int(index)
    }

    private func indexByHalving(_ bytes: Bytes) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            switch Bytewise.compare(self.bytes(middle), bytes) {
            case .less: low = middle + 1
            case .equal: return middle
            case .greater: high = middle
            }
        }
        return nil
    }
}

extension ByteTable {
    private func append(_ bytes: Bytes, _ number: Int) {
        entries.append(
            Entry(
                offset: arena.count, count: Int32(truncatingIfNeeded: bytes.count),
                number: Int32(truncatingIfNeeded: number)))
        arena.append(bytes)
    }

    private func append(_ bytes: Bytes, _ number: Int, _ hash: UInt64, _ slot: Int) {
        slots[slot] = Int32(truncatingIfNeeded: entries.count)
        append(bytes, number)
        hashes.append(hash)
        if entries.count * 2 > slots.count { fillSlots(slots.count * 4) }
    }

    /// The slot of a byte string, or the free one where it would go.
    @inline(__always) private func slot(of bytes: Bytes, _ hash: UInt64) -> Int {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let index = slots[slot]
            if index < 0 { return slot }
            if hashes[Int(index)] == hash, self.bytes(Int(index)).equals(bytes) { return slot }
            slot = (slot &+ 1) & mask
        }
    }

    /// Switches from order to hashes.
    private func hashAll() {
        var size = 16
        while size < entries.count * 4 { size *= 2 }
        for index in 0..<entries.count { hashes.append(ByteHash.of(bytes(index))) }
        fillSlots(size)
    }

    private func fillSlots(_ size: Int) {
        slots.fill(-1, count: size)
        let mask = size - 1
        for index in 0..<entries.count {
            var slot = Int(truncatingIfNeeded: hashes[index]) & mask
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(truncatingIfNeeded: index)
        }
    }
}
