internal import GranaryStore

/// Writes the rows of a table in another form with their index entries, or only the entries of new indexes.
struct Rewriting {
    /// The current form of the rows.
    let source: TableLayout
    /// The new form of the rows; if the rows stay, with the new indexes only.
    let target: TableLayout
    /// The origins of the values.
    let change: TableChange
    /// Whether the rows are written too.
    let writesRows: Bool
    /// The finders of the values of columns that follow another key, by the names of the columns.
    var finders: [String: NewKeyFinder] = [:]

    /// Whether the integer key of the rows is the same attribute as before.
    var keepsIntegerKey: Bool {
        guard let old = source.integerKey, let new = target.integerKey else { return false }
        let origin = change.columns.first { $0.target.name == target.columns[new].name }
        return origin?.lookup == nil && origin?.source?.name == source.columns[old].name
    }

    private var label: String { change.target?.model ?? target.name }

    /// Reports how many rows there are.
    func announce(_ engine: any KeyValueEngine, to monitor: MigrationMonitor) throws {
        let view = try ReadView(engine)
        defer { view.end() }
        let rows = EntryScan(view, [KeyRange(beginningWith: source.prefix)])
        var count = 0
        while try rows.next() { count += 1 }
        try monitor.begin(label, rows: count)
    }

    /// Reads every row, and writes its new form.
    ///
    /// - Returns: The largest integer key that was written; `nil` where rows have none.
    func run(_ engine: any KeyValueEngine, _ monitor: MigrationMonitor?) throws -> Int64? {
        var largest: Int64?
        var tally = RowTally(monitor, label)
        let view = try ReadView(engine)
        defer { view.end() }
        let rows = EntryScan(view, [KeyRange(beginningWith: source.prefix)])
        let row = RowReader(source)
        let converter = writesRows ? RowConverter(self, view) : nil
        var entries = try EntryBuilder(engine, target, checksKeys: change.changesKey)
        defer { entries.end() }
        while try rows.next() {
            try row.load(key: rows.key, record: rows.value)
            let written = try converter?.convert(row) ?? row
            if writesRows, let key = target.integerKey {
                largest = max(largest ?? .min, try written.integer(at: key))
            }
            let taken = try entries.add(written, withRow: writesRows)
            if let taken { throw try duplicates(taken, view) }
            try tally.add()
        }
        row.unload()
        try entries.finish()
        try tally.finish()
        return largest
    }

    /// The error that lists the rows with the same values in some columns of the target.
    private func duplicates(_ taken: [Int], _ view: ReadView) throws -> any Error {
        let names = taken.map { target.columns[$0].name }
        let origins = names.compactMap { name in
            change.columns.first { $0.target.name == name }?.source?.name
        }
        let columns = origins.compactMap { name in source.columns.firstIndex { $0.name == name } }
        let positions = writesRows ? columns : taken
        var keys: [[Value]: [ObjectKey]] = [:]
        let rows = EntryScan(view, [KeyRange(beginningWith: source.prefix)])
        let row = RowReader(source)
        while try rows.next() {
            try row.load(key: rows.key, record: rows.value)
            let values = try positions.map { try row.value(at: $0) }
            if values.contains(where: \.isNull) { continue }
            guard let key = ObjectKey(try source.key.map { try row.value(at: $0) }) else { continue }
            keys[values, default: []].append(key)
        }
        row.unload()
        let listed = keys.values.filter { $0.count > 1 }.flatMap { $0 }.prefix(StoredTable.mostDuplicates)
        let isKey = taken == target.key
        return (change.target ?? change.source)?
            .duplicates(of: names, keys: Array(listed), isKey ? .primaryKey : .unique)
            ?? target.damagedRecord
    }
}

/// Converts rows from one form to another.
private final class RowConverter {
    private let writer: RecordWriter
    private let row: RowReader
    private let model: String
    private let view: ReadView
    private let origins: [(origin: TableChange.ColumnOrigin, source: Int?, finder: NewKeyFinder?)]

    init(_ rewriting: Rewriting, _ view: ReadView) {
        let (source, target, change) = (rewriting.source, rewriting.target, rewriting.change)
        self.view = view
        writer = RecordWriter(target)
        row = RowReader(target)
        model = change.target?.model ?? target.name
        origins = target.columns.map { column in
            let unknown = TableChange.ColumnOrigin(
                target: StoredColumn(column.name, column.type), source: nil, fill: nil)
            let origin = change.columns.first(where: { $0.target.name == column.name }) ?? unknown
            let position = origin.source.flatMap { old in
                source.columns.firstIndex { $0.name == old.name }
            }
            let finder = rewriting.finders[column.name]
            return (finder.map(\.origin) ?? origin, position, finder)
        }
    }

    /// Converts a row; the result is valid until the next call.
    func convert(_ old: RowReader) throws -> RowReader {
        writer.begin(version: old.version)
        for (column, (origin, source, finder)) in origins.enumerated() {
            var value =
                try finder?.value(for: old, in: view) ?? source.map { try old.value(at: $0) } ?? .null
            if value.isNull {
                // The default is of the new kind already.
                value = origin.fill ?? .null
            } else if let from = origin.source, from.type != origin.target.type {
                do {
                    value = try ValueConversion.convert(value, to: origin.target.type)
                } catch var error as GranaryError {
                    error.context.entity = model
                    error.context.properties = [origin.target.property]
                    throw error
                }
            }
            writer.value(value, at: column)
        }
        try writer.finish(into: row)
        return row
    }
}

/// Writes rows and the entries of their indexes in batches, and finds rows with the same key or unique values.
private struct EntryBuilder {
    private let engine: any KeyValueEngine
    private let table: TableLayout
    /// Whether two rows may get the same key.
    private let checksKeys: Bool
    private var batch: any KeyValueBatch
    private var count = 0
    /// The keys in the batch that no second row may have.
    private var pending: Set<[UInt8]> = []
    /// A view of the entries written so far.
    private var written: ReadView
    private let key = KeyValueBuffer()
    private let value = KeyValueBuffer()
    private let found = KeyValueBuffer()

    init(_ engine: any KeyValueEngine, _ table: TableLayout, checksKeys: Bool) throws {
        self.engine = engine
        self.table = table
        self.checksKeys = checksKeys
        batch = try engine.makeBatch()
        written = try ReadView(engine)
    }

    /// Adds a row; returns the columns whose values another row has.
    mutating func add(_ row: RowReader, withRow: Bool) throws -> [Int]? {
        if withRow {
            if checksKeys, try isTaken(row.key) { return table.key }
            batch.put(row.key, row.record)
            count += 1
        }
        for index in table.indexes {
            key.removeAll()
            value.removeAll()
            index.appendEntry(of: row, to: key, value: value)
            if index.isUnique, value.count > 0, try isTaken(key.bytes) { return index.columns }
            batch.put(key.bytes, value.bytes)
            count += 1
        }
        if count >= StoreRepair.batchSize { try write() }
        return nil
    }

    private mutating func isTaken(_ key: Bytes) throws -> Bool {
        if !pending.insert(Array(key)).inserted { return true }
        return try written.get(key, into: found)
    }

    private mutating func write() throws {
        // LevelDB begins a new log when its table in memory is full, and syncing that one leaves the end of the last
        // unsynced.
        try batch.commit(durably: true)
        batch = try engine.makeBatch()
        (count, pending) = (0, [])
        written.end()
        written = try ReadView(engine)
    }

    /// Writes the remaining entries durably.
    mutating func finish() throws { try batch.commit(durably: true) }

    /// Ends reading.
    func end() { written.end() }
}
