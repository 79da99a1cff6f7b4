internal import GranaryStore

/// Finds the new key of the row that another row refers to, as that row is kept before the migration.
final class NewKeyFinder {
    private let table: TableLayout
    private let row: RowReader
    private let found = KeyValueBuffer()
    /// The columns of a referring row with the current key.
    private let columns: [Int]
    /// The column of the row referred to with the value.
    private let part: Int
    /// The origin of the part of the new key.
    let origin: TableChange.ColumnOrigin

    /// Prepares a lookup from rows of one table; `nil` if the plan has no way.
    init?(_ lookup: KeyLookup, from rows: TableLayout, to table: TableLayout, _ plan: MigrationPlan) {
        let change = plan.changes.first { $0.source?.name == lookup.table }
        let positions = lookup.columns.compactMap { name in rows.columns.firstIndex { $0.name == name } }
        guard positions.count == lookup.columns.count,
            let origin = change?.columns.first(where: { $0.target.name == lookup.part }),
            let part = table.columns.firstIndex(where: { $0.name == origin.source?.name })
        else { return nil }
        self.table = table
        self.origin = origin
        self.part = part
        columns = positions
        row = RowReader(table)
    }

    /// The value for a row; null where it refers to none.
    func value(for referring: RowReader, in view: ReadView) throws -> Value {
        let key = try columns.map { try referring.value(at: $0) }
        guard let key = ObjectKey(key), let place = table.rowKeys([key]).first else { return .null }
        return try place.withUnsafeBytes { bytes in
            guard try view.get(bytes, into: found) else { return .null }
            defer { row.unload() }
            try row.load(key: bytes, record: found.bytes)
            return try row.value(at: part)
        }
    }
}
