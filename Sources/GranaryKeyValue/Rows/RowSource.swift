internal import Granary

/// Rows, one after the other.
///
/// Used by one thread at a time.
protocol RowSource: AnyObject {
    /// Loads the next row into the reader, valid until the next call; returns false after the last one.
    func next(into row: RowReader) throws -> Bool
    /// Releases the engine's resources; there are no more rows.
    func close()
}

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

/// The rows with some keys.
final class KeyList: RowSource {
    private let view: ReadView
    private let keys: [[UInt8]]
    private let record = KeyValueBuffer(capacity: 512)
    private var position = 0

    /// Finds the rows in the order of the given keys, which are complete keys of the engine.
    init(_ view: ReadView, _ keys: [[UInt8]]) {
        self.view = view
        self.keys = keys
    }

    func next(into row: RowReader) throws -> Bool {
        while position < keys.count {
            let index = position
            position += 1
            try view.interrupt.check()
            guard try keys[index].withUnsafeBytes({ try view.get($0, into: record) }) else { continue }
            // The reader keeps a pointer to the bytes of the key, so they move to a buffer that stays.
            key.removeAll()
            key.append(keys[index])
            try row.load(key: key.bytes, record: record.bytes)
            return true
        }
        return false
    }

    private let key = KeyValueBuffer()

    func close() { position = keys.count }
}

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

extension TableLayout {
    /// The error for an index entry that leads to no row.
    var missingRow: GranaryError {
        GranaryError(
            .corrupt,
            "An index of \(name) names a row that is not there; the store is damaged. Restore it from a backup.",
            context: .init(entity: name))
    }
}
