internal import GranaryStore

/// Rows that have been collected and sorted.
final class HeldRows: RowSource {
    private var rows: ArraySlice<HeldRow>
    private var current: HeldRow?

    init(_ rows: [HeldRow]) { self.rows = rows[...] }

    func next(into row: RowReader) throws -> Bool {
        current = rows.popFirst()
        guard let current else { return false }
        try row.load(key: current.key, record: current.record)
        return true
    }

    func close() { (rows, current) = ([], nil) }
}
