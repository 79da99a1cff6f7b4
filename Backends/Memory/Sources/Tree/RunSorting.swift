/// The sequence that puts the entries of a run in order; used for one run after the other.
final class RunSorting {
    /// The item that is sorted in place of an entry: some bits of its key.
    private struct Item {
        let bits: UInt64
        let position: UInt32
    }

    @exclusivity(unchecked) private var items: UnsafeMutablePointer<Item>
    @exclusivity(unchecked) private var others: UnsafeMutablePointer<Item>
    @exclusivity(unchecked) private var room = 0
    @exclusivity(unchecked) private var count = 0

    init() {
        items = .allocate(capacity: 1)
        others = .allocate(capacity: 1)
    }

    deinit {
        items.deallocate()
        others.deallocate()
    }

    /// The place in a run of the entry at a position of the order.
    @inline(__always) subscript(position: Int) -> Int { Int(items[position].position) }

    /// Sorts by the first 64 bits from the first one of a mask on, digit by digit from the last, which is stable.
    ///
    /// Bits that are the same in all keys are in no digit, so few passes are needed where there are few values. Returns
    /// whether those are all bits of the mask.
    func sort(_ entries: UnsafeMutablePointer<RowRun.Entry>, count: Int, by mask: UInt128) -> Bool {
        reserve(count)
        let shift = UInt128(max(0, 64 - mask.leadingZeroBitCount))
        for position in 0..<count {
            let bits = UInt64(truncatingIfNeeded: entries[position].key &>> shift)
            (items + position).initialize(
                to: Item(bits: bits, position: UInt32(truncatingIfNeeded: position)))
        }
        var rest = UInt64(truncatingIfNeeded: mask >> shift)
        while rest != 0 {
            let low = UInt64(rest.trailingZeroBitCount)
            rest &= ~(Self.digit &<< low)
            sort(byDigitAt: low)
            swap(&items, &others)
        }
        return mask.trailingZeroBitCount >= Int(shift)
    }

    private func reserve(_ count: Int) {
        self.count = count
        if count <= room { return }
        items.deallocate()
        others.deallocate()
        items = .allocate(capacity: count)
        others = .allocate(capacity: count)
        room = count
    }

    private static var digit: UInt64 { 0x7ff }

    private func sort(byDigitAt low: UInt64) {
        let (from, to) = (items, others)
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Int(Self.digit) + 1) { starts in
            starts.initialize(repeating: 0)
            for position in 0..<count { starts[Int(from[position].bits &>> low & Self.digit)] &+= 1 }
            var start = 0
            for digit in starts.indices { (starts[digit], start) = (start, start &+ starts[digit]) }
            for position in 0..<count {
                let digit = Int(from[position].bits &>> low & Self.digit)
                (to + starts[digit]).initialize(to: from[position])
                starts[digit] &+= 1
            }
        }
    }
}

extension RowRun {
    /// Puts the rows in order; when two are equal, returns one of them.
    ///
    /// Rows that arrived in the order of their primary keys are sorted by the leading columns only, since a stable sort
    /// keeps the rest in order.
    func sort(_ sorting: RunSorting, arrivedByKey: Bool) -> StoredRow? {
        if isAscending { return nil }
        let mask = arrivedByKey ? differing.whole & leadingMask : differing.whole
        if count >= Self.manyRows, mask != 0, count <= UInt32.max {
            let looksAtAll = sorting.sort(entries, count: count, by: mask)
            arrange(sorting)
            if arrivedByKey, isWhole, looksAtAll { return nil }
        }
        if firstNotAscending(arrivedByKey) == nil { return nil }
        // Keys may differ in more bits than were compared, or only in the rows.
        sortByComparing()
        return firstNotAscending(false).map { self[$0].row.takeUnretainedValue() }
    }

    /// From how many rows on keys are taken apart instead of compared.
    private static var manyRows: Int { 1_024 }

    /// All bits down to the last one in which the part of the leading columns differs.
    private var leadingMask: UInt128 {
        differing.leading == 0 ? 0 : ~0 << UInt128(differing.leading.trailingZeroBitCount)
    }

    /// The position of the first row that is not larger than the one before.
    private func firstNotAscending(_ arrivedByKey: Bool) -> Int? {
        guard var before = count > 0 ? self[0] : nil else { return nil }
        for position in 1..<count {
            let entry = self[position]
            // Rows with the same leading columns are in order because they arrived so.
            let isSame = arrivedByKey && before.key == entry.key && before.remainder == entry.remainder
            if !(isSame && entry.remainder != AbbreviatedKey.isCut), !precedes(before, entry) {
                return position
            }
            before = entry
        }
        return nil
    }
}
