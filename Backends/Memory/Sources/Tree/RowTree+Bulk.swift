internal import GranaryStore

extension RowTree {
    /// Adds many rows; when there is one with the same key as one of them, returns that, and some may be added.
    package mutating func insert(contentsOf added: [StoredRow]) -> StoredRow? {
        let run = RowRun(order, room: added.count)
        for row in added { run.append(row) }
        return insert(run, RunSorting(), arrivedByKey: false)
    }

    /// Adds the rows of a run, in as few steps as there are places where they belong, and empties it.
    ///
    /// When there is a row with the same key as one of them, returns that, and some may be added. Rows that arrived in
    /// the order of their primary keys are sorted with less work.
    mutating func insert(_ run: RowRun, _ sorting: RunSorting, arrivedByKey: Bool) -> StoredRow? {
        // More of the kind will come behind rows that came in ascending order.
        let isAscending = run.isAscending
        if let twice = run.sort(sorting, arrivedByKey: arrivedByKey) { return twice }
        guard run.count > 0 else { return nil }
        makeRootUnique()
        let merge = RunMerge(run, capacity: capacity, isAscending: isAscending)
        var level = [root] + merge.insert(upTo: run.count, into: root, isLast: true)
        if let present = merge.present { return present }
        while level.count > 1 {
            level = stride(from: 0, to: level.count, by: capacity).map { start in
                .make(above: level[start..<min(start + capacity, level.count)], room: capacity + 1)
            }
        }
        if let top = level.first { root = top }
        run.removeTaken()
        return nil
    }
}

/// Puts the rows of a run, which is in order, into nodes that are not shared.
private final class RunMerge {
    /// The row with the same key as one of the run, where that was found.
    private(set) var present: StoredRow?
    private let run: RowRun
    private let capacity: Int
    private let isAscending: Bool

    init(_ run: RowRun, capacity: Int, isAscending: Bool) {
        self.run = run
        self.capacity = capacity
        self.isAscending = isAscending
    }

    /// Puts the next rows into a node and below, and returns the nodes that have to follow it.
    func insert(upTo end: Int, into node: RowNode, isLast: Bool) -> [RowNode] {
        if node.isLeaf { return insertRows(upTo: end, into: node, isLast: isLast) }
        var split: [(position: Int, nodes: [RowNode])] = []
        let before = run.next
        while run.next < end, present == nil {
            let position = node.childPosition(of: probe(run.next), afterEqual: true)
            let isLastChild = position == node.width - 1
            let childEnd =
                isLastChild ? end : self.end(before: node.entry(at: position + 1), upTo: end)
            let nodes = insert(
                upTo: childEnd, into: node.uniqueChild(at: position), isLast: isLast && isLastChild)
            if !nodes.isEmpty { split.append((position, nodes)) }
        }
        node.addToCount(run.next - before)
        return split.isEmpty ? [] : insertChildren(split, into: node, isLast: isLast)
    }

    /// The position of the first row that does not come before the bound of a child.
    private func end(before bound: NodeEntry, upTo end: Int) -> Int {
        let bound = RowRun.Entry(bound.bits, remainder: 0, .passUnretained(bound.row))
        var (low, high) = (run.next, end)
        while low < high {
            let middle = (low + high) / 2
            if run.precedes(run[middle], bound) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func insertChildren(
        _ split: [(position: Int, nodes: [RowNode])], into node: RowNode, isLast: Bool
    ) -> [RowNode] {
        let isAtEnd = isLast && split.first.map { $0.position == node.width - 1 } ?? false
        let old = node.removeAll()
        let added = split.reduce(0) { $0 + $1.nodes.count }
        var writer = NodeWriter(
            node, total: old.count + added, capacity: capacity, isPacked: isAtEnd && isAscending)
        var rest = split[...]
        for (position, entry) in old.enumerated() {
            writer.append(entry)
            guard let next = rest.first, next.position == position else { continue }
            for child in next.nodes { writer.append(child.asEntry) }
            rest = rest.dropFirst()
        }
        return writer.added
    }

    private func probe(_ position: Int) -> EntryProbe {
        EntryProbe(row: run[position].row.takeUnretainedValue(), order: run.order, bits: run[position].key)
    }
}

extension RunMerge {
    private func insertRows(upTo end: Int, into leaf: RowNode, isLast: Bool) -> [RowNode] {
        let (width, total) = (leaf.width, leaf.width + end - run.next)
        if width == 0 || leaf.compare(at: width - 1, to: probe(run.next)) == .less {
            let isPacked = isLast && isAscending
            var writer = NodeWriter(leaf, total: total, capacity: capacity, isPacked: isPacked)
            writer.append(run, upTo: end)
            return writer.added
        }
        if total <= capacity {
            insertBetween(upTo: end, into: leaf)
            return []
        }
        var writer = NodeWriter(leaf, total: total, capacity: capacity, isPacked: false)
        for old in leaf.removeAll() {
            let entry = RowRun.Entry(old.bits, remainder: 0, .passUnretained(old.row))
            var position = run.next
            while position < end, run.precedes(run[position], entry) { position += 1 }
            if position < end, !run.precedes(entry, run[position]) {
                present = old.row
                return []
            }
            writer.append(run, upTo: position)
            writer.append(old)
        }
        writer.append(run, upTo: end)
        return writer.added
    }

    /// Puts rows into a leaf that has room for them.
    private func insertBetween(upTo end: Int, into leaf: RowNode) {
        while run.next < end {
            let probe = probe(run.next)
            let position = leaf.position(of: probe, afterEqual: false)
            if position < leaf.width, leaf.compare(at: position, to: probe) == .equal {
                present = leaf.row(at: position)
                return
            }
            leaf.insertRow(run[run.next].row.takeRetainedValue(), probe.bits, at: position)
            run.take(upTo: run.next + 1)
        }
    }
}

extension RowNode {
    /// The node as an entry of another one, bounded by its own first entry; there is one.
    fileprivate var asEntry: NodeEntry {
        let first = entry(at: 0)
        return NodeEntry(bits: first.bits, row: first.row, child: self)
    }
}
