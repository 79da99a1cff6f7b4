internal import Granary

/// Makes a store consistent again after its engine has lost entries, or has old ones again.
///
/// Rows are the truth: every entry of an index is rebuilt from them. What cannot be kept is removed: rows that
/// cannot be read and, of two rows with the same unique values, the one that was saved first. Pairs of rows that
/// are lost are removed when the store is opened the next time, since a catalogue does not say what a table of
/// pairs refers to. References in rows stay as they are.
package struct StoreRepair {
    private let engine: any KeyValueEngine
    private let catalogue: StoreCatalogue

    /// How many entries are written at a time.
    static let batchSize = 10_000

    /// Reads the catalogue in the engine; without one, or with a damaged one, the copy is used.
    ///
    /// - Throws: `GranaryError.Code.newer`, and `.corrupt` when there is no copy either.
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
        // Removing a row may make another one the only one with its values.
        while try rows.rebuild() {}
        let batch = try engine.makeBatch()
        let json = try catalogue.json()
        StoreCatalogue.key.withUnsafeBytes { key in json.withUnsafeBytes { batch.put(key, $0) } }
        try putCounters(rows, tables, batch)
        for table in tables { batch.put(RepairMark.key(of: table.id), []) }
        try batch.commit(durably: true)
        return catalogue
    }

    /// Raises the numbers of the last save and the last keys to those that the rows have.
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

/// The note that a table was repaired, and that its pairs have not been looked at since.
enum RepairMark {
    static let prefix: [UInt8] = [KeySpace.metadata] + Array("repaired".utf8)

    static func key(of table: Int) -> [UInt8] { prefix + table.twoBytes }
}

extension KeyValueBatch {
    /// Sets the value of a key.
    func put(_ key: [UInt8], _ value: [UInt8]) {
        key.withUnsafeBytes { key in value.withUnsafeBytes { put(key, $0) } }
    }

    /// Removes a key, if it is there.
    func delete(_ key: [UInt8]) { key.withUnsafeBytes { delete($0) } }
}

extension Int64 {
    /// The number in eight bytes, the highest first.
    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension TableLayout {
    /// The layout of a table that is known by its catalogue only: without an entity and without references.
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
