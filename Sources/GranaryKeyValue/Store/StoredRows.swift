internal import GranaryStore

/// All rows of a store, from which its indexes are rebuilt.
struct StoredRows {
    private let engine: any KeyValueEngine
    private let tables: [TableLayout]
    /// The largest save number in the rows.
    private(set) var version: Int64 = 0
    /// The largest integer key in the rows, by the number of the table.
    private(set) var largest: [Int: Int64] = [:]

    init(_ engine: any KeyValueEngine, _ tables: [TableLayout]) {
        self.engine = engine
        self.tables = tables
    }

    /// Rebuilds all index entries from the rows, and removes the rows that cannot stay.
    ///
    /// Returns true if rows were removed, and the entries have to be rebuilt without them.
    mutating func rebuild() throws -> Bool {
        try removeEntries()
        var removed: Set<[UInt8]> = []
        for table in tables { removed.formUnion(try addEntries(of: table)) }
        for part in removed.sorted(by: { $0.lexicographicallyPrecedes($1) }).split(
            every: StoreRepair.batchSize)
        {
            let batch = try engine.makeBatch()
            for key in part { batch.delete(key) }
            try batch.commit(durably: true)
        }
        return !removed.isEmpty
    }

    private func removeEntries() throws {
        try engine.removeEntries(in: KeyRange(lower: [KeySpace.index], upper: [KeySpace.index &+ 1]))
    }

    /// Adds the entries of one table's rows; returns the keys of the rows that cannot stay.
    private mutating func addEntries(of table: TableLayout) throws -> Set<[UInt8]> {
        let view = try ReadView(engine)
        defer { view.end() }
        let rows = EntryScan(view, [KeyRange(beginningWith: table.prefix)])
        let row = RowReader(table)
        var removed: Set<[UInt8]> = []
        var writer = try EntryWriter(engine, table, view)
        while try rows.next() {
            do {
                try row.load(key: rows.key, record: rows.value)
            } catch {
                removed.insert(Array(rows.key))
                continue
            }
            version = max(version, row.version)
            if let column = table.integerKey {
                largest[table.id] = max(largest[table.id] ?? 0, try row.integer(at: column))
            }
            if let loser = try writer.add(row) { removed.insert(loser) }
        }
        row.unload()
        try writer.finish()
        return removed
    }
}

/// Writes the entries of rows to their table's indexes, and finds rows with the same unique values.
private struct EntryWriter {
    private let engine: any KeyValueEngine
    private let table: TableLayout
    private let rows: ReadView
    private var batch: any KeyValueBatch
    private var count = 0
    /// The rows that the unique entries in the batch lead to.
    private var unique: [[UInt8]: [UInt8]] = [:]
    /// A view of the entries written so far.
    private var written: ReadView
    private let other: RowReader
    private let key = KeyValueBuffer()
    private let value = KeyValueBuffer()
    private let found = KeyValueBuffer()

    init(_ engine: any KeyValueEngine, _ table: TableLayout, _ rows: ReadView) throws {
        self.engine = engine
        self.table = table
        self.rows = rows
        batch = try engine.makeBatch()
        written = try ReadView(engine)
        other = RowReader(table)
    }

    /// Adds the entries of a row.
    ///
    /// Returns the key of a row that cannot stay: of this one and another with the same unique values, the older.
    mutating func add(_ row: RowReader) throws -> [UInt8]? {
        var loser: [UInt8]?
        for index in table.indexes {
            key.removeAll()
            value.removeAll()
            index.appendEntry(of: row, to: key, value: value)
            if value.count > 0 {
                let (entry, rowKey) = (Array(key.bytes), table.prefix + Array(value.bytes))
                if let holder = try holder(of: entry) { loser = try older(of: row, rowKey, holder) }
                unique[entry] = rowKey
            }
            batch.put(key.bytes, value.bytes)
            count += 1
        }
        if count >= StoreRepair.batchSize { try write() }
        return loser
    }

    /// The key of the row that a unique entry leads to.
    private func holder(of entry: [UInt8]) throws -> [UInt8]? {
        if let holder = unique[entry] { return holder }
        return try entry.withUnsafeBytes { try written.get($0, into: found) }
            ? table.prefix + Array(found.bytes) : nil
    }

    private func older(of row: RowReader, _ rowKey: [UInt8], _ holder: [UInt8]) throws -> [UInt8] {
        guard try holder.withUnsafeBytes({ try rows.get($0, into: found) }) else { return holder }
        let version = try holder.withUnsafeBytes { key in
            try other.load(key: key, record: found.bytes)
            defer { other.unload() }
            return other.version
        }
        return row.version > version ? holder : rowKey
    }

    private mutating func write() throws {
        try batch.commit(durably: true)
        batch = try engine.makeBatch()
        (count, unique) = (0, [:])
        written.end()
        written = try ReadView(engine)
    }

    /// Writes the remaining entries.
    mutating func finish() throws {
        try batch.commit(durably: true)
        written.end()
    }
}

extension Array {
    /// The elements in slices of one length; the last may be shorter.
    fileprivate func split(every length: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: length).map { self[$0..<Swift.min($0 + length, count)] }
    }
}
