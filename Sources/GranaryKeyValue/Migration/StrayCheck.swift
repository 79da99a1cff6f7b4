import GranaryStore

/// Looks for rows whose values in columns that become a relationship, or follow another key, lead to no row.
struct StrayCheck {
    /// How the rows are kept when it runs.
    let table: TableLayout
    /// How the rows that they lead to are kept then.
    let target: TableLayout
    /// The table after the migration.
    let described: StoredTable
    /// The names of the columns, in the order of the target's key.
    let columns: [String]
    /// Whether the columns follow another key.
    var followsKey = false

    /// Reads the rows of the table.
    ///
    /// - Throws: `GranaryError.Code.constraint` with the keys of rows whose values lead nowhere.
    func run(_ engine: any KeyValueEngine) throws {
        let positions = columns.compactMap { name in table.columns.firstIndex { $0.name == name } }
        let view = try ReadView(engine)
        defer { view.end() }
        let rows = EntryScan(view, [KeyRange(beginningWith: table.prefix)])
        let row = RowReader(table)
        defer { row.unload() }
        let found = KeyValueBuffer()
        var strays: [ObjectKey] = []
        while strays.count < StoredTable.mostDuplicates, try rows.next() {
            try row.load(key: rows.key, record: rows.value)
            let values = try positions.map { try row.value(at: $0) }
            if values.allSatisfy(\.isNull) { continue }
            let keys = ObjectKey(values).map { target.rowKeys([$0]) } ?? []
            let isThere = try keys.contains { try $0.withUnsafeBytes { try view.get($0, into: found) } }
            if isThere { continue }
            if let key = ObjectKey(try table.key.map { try row.value(at: $0) }) { strays.append(key) }
        }
        if !strays.isEmpty { throw described.strays(of: columns, keys: strays, followingKey: followsKey) }
    }
}
