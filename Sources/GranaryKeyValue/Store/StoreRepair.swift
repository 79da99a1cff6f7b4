internal import GranaryStore

/// Makes a store consistent again after its engine has lost entries or has returned to old ones.
///
/// Rows are the source of truth: all index entries are rebuilt from them. Rows that cannot be read are removed. Of two
/// rows with the same unique values, the one saved first is removed. Pairs of lost rows are removed when the store is
/// next opened, because a catalogue does not record the tables that a table of pairs refers to. References in rows stay
/// unchanged.
package struct StoreRepair {
    private let engine: any KeyValueEngine
    private let catalogue: StoreCatalogue

    /// The number of entries per batch.
    static let batchSize = 10_000

    /// Reads the catalogue in the engine; if it is missing or damaged, uses the copy.
    ///
    /// - Throws: `GranaryError.Code.newer`, and `.corrupt` if there is no copy either.
    package init(_ engine: any KeyValueEngine, copy: StoreCatalogue?) throws {
        self.engine = engine
        let view = try ReadView(engine)
        defer { view.end() }
        let value = KeyValueBuffer(capacity: 4_096)
        let isPresent = try StoreCatalogue.key.withUnsafeBytes { try view.get($0, into: value) }
        do {
            catalogue = try StoreCatalogue(json: isPresent ? Array(value.bytes) : [])
        } catch let error as GranaryError where error.code == .corrupt {
            guard let copy else { throw error }
            catalogue = copy
        }
    }

    /// Carries the repair out, and returns the store's description.
    ///
    /// - Throws: the engine's errors; then the repair can be begun again.
    package func run() throws -> StoreCatalogue {
        let tables = try catalogue.tables.map(TableLayout.init(unbound:))
        var rows = StoredRows(engine, tables)
        // Removing a row may resolve a duplicate, so another row can stay.
        while try rows.rebuild() {}
        let batch = try engine.makeBatch()
        let json = try catalogue.json()
        StoreCatalogue.key.withUnsafeBytes { key in json.withUnsafeBytes { batch.put(key, $0) } }
        try putCounters(rows, tables, batch)
        for table in tables { batch.put(RepairFlag.key(of: table.id), []) }
        try batch.commit(durably: true)
        return catalogue
    }

    /// Raises the save number and the key counters to the largest values in the rows.
    private func putCounters(
        _ rows: StoredRows, _ tables: [TableLayout], _ batch: any KeyValueBatch
    ) throws {
        let view = try ReadView(engine)
        defer { view.end() }
        func raise(_ key: [UInt8], to number: Int64) throws {
            let value = KeyValueBuffer()
            let isPresent = try key.withUnsafeBytes { try view.get($0, into: value) }
            let present = isPresent ? value.bytes.int64 ?? 0 : 0
            if isPresent, value.bytes.count == 8, present >= number { return }
            batch.put(key, number.bigEndianBytes)
        }
        if rows.version > 0 { try raise(StoreOpening.versionKey, to: rows.version) }
        for table in tables {
            if let largest = rows.largest[table.id] { try raise(KeyCounters.key(of: table), to: largest) }
        }
    }
}

extension KeyValueBatch {
    /// Sets the value of a key.
    func put(_ key: [UInt8], _ value: [UInt8]) {
        key.withUnsafeBytes { key in value.withUnsafeBytes { put(key, $0) } }
    }

    /// Removes a key if it exists.
    func delete(_ key: [UInt8]) { key.withUnsafeBytes { delete($0) } }
}

extension Int64 {
    /// The number in eight bytes, highest first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension TableLayout {
    /// The layout of a table that is known by its catalogue only, without an entity and references.
    convenience init(unbound table: StoreCatalogue.Table) throws {
        let columns = table.columns.enumerated().map {
            Column(name: $1.name, type: $1.type, isOptional: $1.isOptional, property: $0)
        }
        let key = table.key.compactMap { name in columns.firstIndex { $0.name == name } }
        try self.init(
            position: 0, entity: nil, name: table.name, columns: columns, key: key, catalogue: table,
            references: [])
    }
}
