internal import GranaryStore

/// Removes pairs with missing rows from the tables of a repaired store.
struct PairRepair {
    private let engine: any KeyValueEngine
    private let layout: StoreLayout

    init(_ engine: any KeyValueEngine, _ layout: StoreLayout) {
        self.engine = engine
        self.layout = layout
    }

    /// Checks every repaired table that is open; does nothing if the store was not repaired.
    func run() throws {
        let view = try ReadView(engine)
        defer { view.end() }
        let marked = try tables(view)
        if marked.isEmpty { return }
        let batch = try engine.makeBatch()
        for table in marked {
            if table.entity == nil { try removePairs(of: table, view, batch) }
            // In one batch with the pairs: after a crash the mark is there as long as they are.
            batch.delete(RepairFlag.key(of: table.id))
        }
        try batch.commit(durably: true)
    }

    private func tables(_ view: ReadView) throws -> [TableLayout] {
        let marks = EntryScan(view, [KeyRange(beginningWith: RepairFlag.prefix)])
        var keys: Set<[UInt8]> = []
        while try marks.next() { keys.insert(Array(marks.key)) }
        return keys.isEmpty ? [] : layout.tables.filter { keys.contains(RepairFlag.key(of: $0.id)) }
    }

    private func removePairs(of table: TableLayout, _ view: ReadView, _ batch: any KeyValueBatch) throws {
        let pairs = EntryScan(view, [KeyRange(beginningWith: table.prefix)])
        let row = RowReader(table)
        let (key, found) = (KeyValueBuffer(), KeyValueBuffer())
        while try pairs.next() {
            try row.load(key: pairs.key, record: pairs.value)
            let isWhole = try table.references.allSatisfy { reference in
                key.removeAll()
                key.append(layout.tables[reference.target].prefix)
                return try row.appendCells(reference.columns, to: key) && view.get(key.bytes, into: found)
            }
            if isWhole { continue }
            batch.delete(pairs.key)
            for index in table.indexes {
                key.removeAll()
                found.removeAll()
                index.appendEntry(of: row, to: key, value: found)
                batch.delete(key.bytes)
            }
        }
        row.unload()
    }
}
