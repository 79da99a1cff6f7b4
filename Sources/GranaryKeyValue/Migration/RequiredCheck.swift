import Granary

/// Looks for rows without a value in columns that become required.
struct RequiredCheck {
    /// How the rows are kept.
    let table: TableLayout
    /// What becomes of the table.
    let change: TableChange

    /// Reads the rows of the table.
    ///
    /// - Throws: `GranaryError.Code.constraint` for the first that has no value.
    func run(_ engine: any KeyValueEngine) throws {
        let columns = change.columns.filter(\.needsEveryValue).compactMap { origin in
            table.columns.firstIndex { $0.name == origin.source?.name }.map {
                (position: $0, property: origin.target.property)
            }
        }
        let view = try ReadView(engine)
        defer { view.end() }
        let rows = EntryScan(view, [KeyRange(beginningWith: table.prefix)])
        let row = RowReader(table)
        defer { row.unload() }
        while try rows.next() {
            try row.load(key: rows.key, record: rows.value)
            for column in columns where try row.value(at: column.position).isNull {
                throw change.target?.missing(column.property) ?? table.damagedRecord
            }
        }
    }
}
