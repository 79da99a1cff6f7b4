internal import GranaryStore

/// Selects the rows that refer to one of some keys.
///
/// Used by one thread at a time.
final class ReferenceFilter {
    /// The columns of the reference.
    let columns: [Int]
    private let keys = ByteTable()
    private let elements = KeyValueBuffer()

    /// Makes the filter for a reference of a table; keys of other types match no row.
    init(_ columns: [Int], of table: TableLayout, keys wanted: [ObjectKey]) {
        self.columns = columns
        let types = columns.map { table.types[$0] }
        for key in wanted {
            elements.removeAll()
            if elements.append(key, of: types) { _ = keys.add(elements.bytes) }
        }
    }

    /// The number of keys.
    var count: Int { keys.count }

    /// Whether a row refers to one of the keys.
    @inline(__always) func passes(_ row: RowReader) -> Bool {
        elements.removeAll()
        return row.appendCells(columns, to: elements) && keys.find(elements.bytes) != nil
    }
}

extension ReferenceFilter {
    /// Below these numbers an estimate costs more than it can gain.
    private static let fewKeys = 8
    private static let fewRows = 256
    /// The largest number of ranges, and of entries in them, to count for the estimate.
    private static let sampledRanges = 64
    private static let sampledEntries = 1 << 16

    /// Whether reading all rows of the table finds the referring rows faster than the index on the reference.
    ///
    /// True if a quarter of the table or more is wanted, by an estimate from a sample of the index's ranges. A look-up
    /// takes as long as reading about twenty rows in order, so a smaller part would pay too; but then counting the rows
    /// of the table, at most four times as many as are wanted, would cost more, see
    /// Docs/Decisions/key-value-stores-and-leveldb.md.
    func isBetter(
        than ranges: [KeyRange], of table: TableLayout, in view: ReadView, _ interrupt: InterruptFlag
    ) throws -> Bool {
        guard count >= Self.fewKeys, !ranges.isEmpty else { return false }
        let size = min(ranges.count, Self.sampledRanges)
        let sample = (0..<size).map { ranges[$0 * ranges.count / size] }
        let rows = try entries(in: sample, view, upTo: Self.sampledEntries, interrupt)
        let (product, overflow) = rows.multipliedReportingOverflow(by: ranges.count)
        let estimate = overflow ? 0 : product / size
        guard estimate >= Self.fewRows else { return false }
        let (limit, _) = estimate.multipliedReportingOverflow(by: 4)
        let all = KeyRange(beginningWith: table.prefix)
        return try limit > 0 && entries(in: [all], view, upTo: limit + 1, interrupt) <= limit
    }

    /// The number of entries in some ranges, counted up to a limit.
    private func entries(
        in ranges: [KeyRange], _ view: ReadView, upTo limit: Int, _ interrupt: InterruptFlag
    ) throws -> Int {
        let scan = EntryScan(view, ranges)
        defer { scan.close() }
        var count = 0
        while count < limit, try scan.next() {
            try interrupt.check()
            count += 1
        }
        return count
    }
}
