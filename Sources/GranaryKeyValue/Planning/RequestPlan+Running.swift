internal import GranaryStore

extension RequestPlan {
    /// Whether all rows have to be checked before the first is returned, because a condition could fail on a later one.
    private var isComplete: Bool {
        request.limit != nil && residual.contains { $0.condition.canFail }
    }

    /// The rows before conditions and range are applied.
    private func candidates() throws -> any RowSource {
        guard let path else { return selected() }
        if path.isIntersection {
            let prefixes = ([path] + path.others).compactMap { $0.ranges.first?.lower }
            return try IndexIntersection(view, table, prefixes: prefixes, flag)
        }
        // Rows that will be sorted anyway are read forwards.
        let entries = EntryScan(view, path.ranges, isReversed: isReversed && path.isOrdered)
        if let filter = path.filter { return ReferringRows(TableScan(view, entries), filter, flag) }
        if path.order == 0 { return TableScan(view, entries) }
        return IndexScan(view, table, table.indexes[path.order - 1], entries)
    }

    /// The rows with the keys of a selection, in ascending or descending key order.
    private func selected() -> any RowSource {
        guard case .keys(let keys) = request.selection else { return HeldRows([]) }
        let found = table.rowKeys(keys)
        return KeyList(view, isReversed ? found.reversed() : found, isAscending: !isReversed)
    }

    private func stream(_ source: any RowSource, offset: Int = 0, limit: Int? = nil) -> RowStream {
        RowStream(
            source, table, flag, conditions: residual.map(\.condition), relationships: self.source,
            offset: offset, limit: limit)
    }

    /// The rows of the answer.
    func stream() throws -> RowStream {
        // Rows in the wanted order are streamed; all others have to be collected before the first is returned.
        if sorter == nil, !isComplete {
            return stream(try candidates(), offset: request.offset, limit: request.limit)
        }
        let rows = stream(try candidates())
        defer { rows.close() }
        var found: [HeldRow] = []
        if let sorter {
            var buffer = SortBuffer<HeldRow>(sorter, limit: request.lastPosition)
            while try rows.next() {
                try buffer.add(HeldRow(table, key: rows.row.key, record: rows.row.record), in: source)
            }
            found = buffer.finish()
        } else {
            while try rows.next() {
                found.append(HeldRow(table, key: rows.row.key, record: rows.row.record))
            }
        }
        return RowStream(HeldRows(found), table, flag, offset: request.offset, limit: request.limit)
    }

    /// The number of rows in the answer.
    func count() throws -> Int {
        var found = 0
        // Rows beyond the limit need not be read, unless a condition may fail on one of them
        // (Docs/Decisions/expressions-and-their-evaluation.md).
        let enough = isComplete ? nil : request.lastPosition
        // Without conditions to check, entries are counted without reading the rows.
        if residual.isEmpty, let path, !path.isIntersection, path.filter == nil {
            let entries = EntryScan(view, path.ranges)
            defer { entries.close() }
            while found != enough, try entries.next() {
                try flag.check()
                found += 1
            }
        } else {
            let rows = stream(try candidates())
            defer { rows.close() }
            while found != enough, try rows.next() { found += 1 }
        }
        return min(max(0, found - request.offset), request.limit ?? .max)
    }
}
