internal import Granary

extension RowTree {
    /// A row with its abbreviated key; who makes it keeps the row.
    private struct Entry {
        let key: UInt128
        let row: Unmanaged<StoredRow>
    }

    /// Adds many rows; when there is one with the same key as one of them, returns that, and some may be added.
    ///
    /// They are put in order first: a new tree is then built from below, and rows for one that is there go where the
    /// one before has just been, which is still at hand.
    package mutating func insert(contentsOf added: [StoredRow]) -> StoredRow? {
        var entries: ContiguousArray<Entry> = []
        entries.reserveCapacity(added.count)
        var isAscending = true
        for row in added {
            let entry = Entry(key: order.abbreviation(of: row).bits, row: .passUnretained(row))
            if isAscending, let last = entries.last, !precedes(last, entry) { isAscending = false }
            entries.append(entry)
        }
        return withExtendedLifetime(added) {
            if !isAscending { entries.sort(by: precedes) }
            return count == 0 ? build(entries, isAscending) : insert(entries)
        }
    }

    private func precedes(_ left: Entry, _ right: Entry) -> Bool {
        if left.key != right.key { return left.key < right.key }
        return order.compare(left.row.takeUnretainedValue(), right.row.takeUnretainedValue()) == .less
    }

    private mutating func insert(_ entries: ContiguousArray<Entry>) -> StoredRow? {
        for entry in entries {
            if let present = insert(entry.row.takeUnretainedValue()) { return present }
        }
        return nil
    }

    /// Makes the nodes of a tree that was empty; full ones for rows that came in ascending order, since more of the
    /// kind will come behind them.
    private mutating func build(_ entries: ContiguousArray<Entry>, _ isAscending: Bool) -> StoredRow? {
        let fill = isAscending ? capacity : capacity * 3 / 4
        var level: [RowNode] = []
        var last: Entry?
        for entry in entries {
            if let last, !precedes(last, entry) { return last.row.takeUnretainedValue() }
            last = entry
            if level.last.map({ $0.width >= fill }) ?? true {
                level.append(.make(room: capacity + 1, isLeaf: true))
            }
            if let leaf = level.last {
                leaf.insertRow(entry.row.takeUnretainedValue(), entry.key, at: leaf.width)
            }
        }
        while level.count > 1 {
            level = stride(from: 0, to: level.count, by: capacity).map { start in
                .make(above: level[start..<min(start + capacity, level.count)], room: capacity + 1)
            }
        }
        if let top = level.first { root = top }
        return nil
    }
}
