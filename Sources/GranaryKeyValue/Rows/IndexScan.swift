internal import GranaryStore

/// The rows that the entries of an index lead to.
final class IndexScan: RowSource {
    private let view: ReadView
    private let table: TableLayout
    private let index: IndexLayout
    private let entries: EntryScan
    private let key = KeyValueBuffer()
    private let record = KeyValueBuffer(capacity: 512)

    init(_ view: ReadView, _ table: TableLayout, _ index: IndexLayout, _ entries: EntryScan) {
        self.view = view
        self.table = table
        self.index = index
        self.entries = entries
    }

    func next(into row: RowReader) throws -> Bool {
        guard try entries.next() else { return false }
        key.removeAll()
        key.append(table.prefix)
        try index.appendRowKey(of: entries.key, entries.value, in: table, to: key)
        guard try view.get(key.bytes, into: record) else { throw table.missingRow }
        try row.load(key: key.bytes, record: record.bytes)
        return true
    }

    func close() { entries.close() }
}
