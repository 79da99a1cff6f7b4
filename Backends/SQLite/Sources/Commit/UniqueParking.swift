internal import CSQLite
internal import GranaryStore

/// Rows that wait for unique values which another row of the same save has not given up yet.
///
/// SQLite checks uniqueness at each statement. So that rows can swap values, one of them first gets values in
/// its unique columns that no row can have: a few bytes with a running number. The columns take them because
/// the tables are not `STRICT`, and no other transaction sees them, since the row gets its real values before the
/// transaction ends.
struct UniqueParking {
    /// The rows, in the order in which they were parked.
    private(set) var rows: [UpdateBatch.Row] = []

    private let table: EntityTable
    private let writer: Connection
    private let place: StorePlace
    private let uniqueColumns: Set<Int>
    private var conflicting: Set<ObjectKey> = []

    /// Makes an empty parking place for the rows of a table.
    init(_ table: EntityTable, _ writer: Connection, _ place: StorePlace) {
        self.table = table
        self.writer = writer
        self.place = place
        uniqueColumns = Set(table.entity.uniques.joined())
    }

    /// Whether a change of these properties can be parked: it concerns a unique column.
    func canPark(_ properties: PropertySet) -> Bool { !columns(properties).isEmpty }

    /// Whether a parked row had the version that it should have had.
    func hadVersion(_ row: UpdateBatch.Row) -> Bool { !conflicting.contains(row.key) }

    private func columns(_ properties: PropertySet) -> [Int] {
        table.changeableColumns(of: properties).filter(uniqueColumns.contains)
    }

    /// Gives a row values that no other row has, and remembers it.
    mutating func park(_ row: UpdateBatch.Row) throws {
        let columns = columns(row.properties)
        let statement = try writer.statement(table.update(columns, hasVersion: row.version != nil))
        defer { statement.clearBindings() }
        for column in columns { try bindParkingValue(statement, column) }
        // The version does not change until the row is written.
        sqlite3_bind_int64(statement.pointer, Int32(table.versionColumn + 1), row.version ?? 0)
        if let version = row.version {
            sqlite3_bind_int64(statement.pointer, table.oldVersionParameter, version)
        }
        _ = try statement.bind(row.key, at: table.keyParameter)
        while try statement.step() {}
        statement.reset()
        if writer.changes == 0 { conflicting.insert(row.key) }
        rows.append(row)
    }

    private func bindParkingValue(_ statement: Statement, _ column: Int) throws {
        let bytes = Array("granary parked \(rows.count) \(column)".utf8)
        let code = sqlite3_bind_blob64(
            statement.pointer, Int32(column + 1), bytes, UInt64(bytes.count), Statement.copied)
        guard code == SQLITE_OK else {
            throw EngineError(code: code, message: "").translated(at: place, doing: "binding a value")
        }
    }
}
