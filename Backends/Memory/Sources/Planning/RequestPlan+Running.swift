internal import GranaryStore

extension RequestPlan {
    /// Whether every row has to be checked before the first is returned, because a condition could fail on a later one.
    private var isComplete: Bool {
        request.limit != nil && residual.contains { $0.condition.canFail }
    }

    /// The rows before conditions and range.
    private func candidates() -> RowIterator {
        guard let path else { return RowIterator(table.rows, []) }
        // Rows that will be sorted anyway are read forwards.
        return RowIterator(table.orders[path.order], path.ranges, isReversed: isReversed && path.isOrdered)
    }

    /// The rows with the keys of a selection, in the order of their keys or the reverse.
    private func selected() -> [StoredRow] {
        guard case .keys(let keys) = request.selection else { return [] }
        let rows = Set(keys).sorted().compactMap { table.rows.find($0) }
        return isReversed ? rows.reversed() : rows
    }

    /// The rows of the answer.
    func stream(_ flag: InterruptFlag) throws -> RowStream {
        // Rows that come in order are streamed; all others have to be held before the first is given.
        if sorter == nil, !isComplete, path != nil {
            return RowStream(candidates(), self, flag, offset: request.offset, limit: request.limit)
        }
        let rows = path == nil ? RowStream(selected(), flag, self) : RowStream(candidates(), self, flag)
        var found: [StoredRow] = []
        if let sorter, sorter.terms.isEmpty {
            while let row = try rows.next() { found.append(row) }
            found = layout.primary.sorted(found)
        } else if let sorter {
            var buffer = SortBuffer<StoredRow>(sorter, limit: request.lastPosition)
            while let row = try rows.next() { try buffer.add(row, in: source) }
            found = buffer.finish()
        } else {
            while let row = try rows.next() { found.append(row) }
        }
        return RowStream(found, flag, offset: request.offset, limit: request.limit)
    }

    /// How many rows the answer has.
    func count(_ flag: InterruptFlag) throws -> Int {
        var found = 0
        // Without conditions to check, the tree counts a range by the sizes of its nodes.
        if residual.isEmpty, let path {
            let tree = table.orders[path.order]
            for range in path.ranges {
                try flag.check()
                // The ranges are in the tree's order, so all others lie behind the last row as well.
                guard let count = tree.count(range) else { break }
                found += count
            }
        } else {
            let rows = path == nil ? RowStream(selected(), flag, self) : RowStream(candidates(), self, flag)
            // Rows beyond the limit need no look, unless a condition may fail on one of them
            // (Docs/Decisions/expressions-and-their-evaluation.md).
            let enough = isComplete ? nil : request.lastPosition
            found = try rows.count(upTo: enough)
        }
        return min(max(0, found - request.offset), request.limit ?? .max)
    }
}
