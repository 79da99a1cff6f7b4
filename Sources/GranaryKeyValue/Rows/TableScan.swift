internal import GranaryStore

/// The rows of a table in some ranges of their keys.
final class TableScan: RowSource {
    private let view: ReadView
    private let entries: EntryScan
    private var row: RowReader?

    init(_ view: ReadView, _ entries: EntryScan) {
        self.view = view
        self.entries = entries
    }

    func next(into row: RowReader) throws -> Bool {
        if self.row !== row {
            self.row = row
            view.watch(row)
        }
        guard try entries.next() else { return false }
        try row.load(key: entries.key, record: entries.value)
        return true
    }

    func close() {
        if let row {
            row.unload()
            view.unwatch(row)
        }
        row = nil
        entries.close()
    }
}
