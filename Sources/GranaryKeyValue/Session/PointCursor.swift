internal import Granary

/// The one row with a key, in memory of its own; its session reuses it once it is not shared any more.
///
/// Used by one thread at a time.
final class PointCursor: ReaderCursor {
    let row: RowReader
    private let key = KeyValueBuffer()
    private let record = KeyValueBuffer(capacity: 512)
    private var view: ReadView?
    private var isFound = false

    init(_ table: TableLayout) { row = RowReader(table) }

    /// Looks for a row, which ``advance()`` gives; false when there is none.
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
