internal import GranaryStore

/// The rows of a table that refer to one of some keys, in the order of the table.
final class ReferringRows: RowSource {
    private let rows: TableScan
    private let filter: ReferenceFilter
    private let interrupt: InterruptFlag

    init(_ rows: TableScan, _ filter: ReferenceFilter, _ interrupt: InterruptFlag) {
        self.rows = rows
        self.filter = filter
        self.interrupt = interrupt
    }

    func next(into row: RowReader) throws -> Bool {
        while try rows.next(into: row) {
            if filter.passes(row) { return true }
            try interrupt.check()
        }
        return false
    }

    func close() { rows.close() }
}
