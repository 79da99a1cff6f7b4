internal import GranaryStore

/// A cursor for a single row with a key, in its own memory; the session reuses it when it is no longer shared.
///
/// Used by one thread at a time.
final class PointCursor: ReaderCursor {
    let row: RowReader
    private let key = KeyValueBuffer()
    private let record = KeyValueBuffer(capacity: 512)
    private var view: ReadView?
    private var isFound = false

    init(_ table: TableLayout) { row = RowReader(table) }

    /// Finds a row for ``advance()``; returns false if there is none.
    func find(_ wanted: ObjectKey, in view: ReadView) throws -> Bool {
        self.view = view
        row.unload()
        key.removeAll()
        key.append(row.table.prefix)
        isFound = try key.append(wanted, of: row.table.keyTypes) && view.get(key.bytes, into: record)
        return isFound
    }

    func advance() throws -> Bool {
        guard isFound, view?.isOver == false else {
            close()
            return false
        }
        isFound = false
        try row.load(key: key.bytes, record: record.bytes)
        return true
    }

    func close() {
        (isFound, view) = (false, nil)
        row.unload()
    }
}
