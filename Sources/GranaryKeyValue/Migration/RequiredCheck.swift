import GranaryStore

/// Looks for rows without a value in columns that become required.
struct RequiredCheck {
    /// How the rows are kept.
    let table: TableLayout
    /// The change of the table.
    let change: TableChange

    /// Reads the rows of the table.
    ///
    /// - Throws: `GranaryError.Code.constraint` with the keys of those that have no value.
    func run(_ engine: any KeyValueEngine) throws {
        for column in change.columns where column.needsEveryValue { try require(column, engine) }
    }

    private func require(_ column: TableChange.ColumnOrigin, _ engine: any KeyValueEngine) throws {
        let positions = table.columns.indices.filter { column.present.contains(table.columns[$0].name) }
        let view = try ReadView(engine)
        defer { view.end() }
        let rows = EntryScan(view, [KeyRange(beginningWith: table.prefix)])
        let row = RowReader(table)
        defer { row.unload() }
        var keys: [ObjectKey] = []
        while keys.count < StoredTable.mostDuplicates, try rows.next() {
            try row.load(key: rows.key, record: rows.value)
            guard try positions.contains(where: { try row.value(at: $0).isNull }) else { continue }
            if let key = ObjectKey(try table.key.map { try row.value(at: $0) }) { keys.append(key) }
        }
        if keys.isEmpty { return }
        throw change.target?.missing(column.target.property, keys: keys) ?? table.damagedRecord
    }
}
