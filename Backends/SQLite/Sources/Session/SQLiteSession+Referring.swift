internal import GranaryStore
internal import GranarySQL

extension SQLiteSession {
    /// The rows that refer to one of some keys: found through the index on the reference, or among all rows of
    /// the table where that is faster.
    func referringCursor(_ name: String, _ keys: [ObjectKey], in table: EntityTable) throws -> SQLiteCursor {
        if let column = try columnToScan(for: name, keys, in: table) {
            let filter = ReferenceFilter(column: column, keys: keys)
            let statement = try connection.statements(of: table).all()
            return own(SQLiteCursor(statement, of: table.entity, interruption, passing: filter))
        }
        let columns = table.columnNames(of: name)
        return try listCursor(keys, of: table.entity) { table.referring(columns, $0) }
    }

    /// The column of a reference by which to choose among all rows; `nil` to use the index.
    ///
    /// Rows that an index leads to lie all over the table, and going to one of them costs about as much as
    /// reading ten in order (measured with 100,000 rows). So the table is read when a quarter of it or more is
    /// wanted, by an estimate from a sample of the keys.
    func columnToScan(for name: String, _ keys: [ObjectKey], in table: EntityTable) throws -> Int? {
        guard keys.count >= Self.fewKeys, let columns = table.entity.relationship(name)?.columns,
            columns.count == 1
        else { return nil }
        let rows = try estimatedRows(referringBy: table.columnNames(of: name), to: keys, in: table)
        guard rows >= Self.fewRows, try !holdsMore(than: rows * 4, table) else { return nil }
        return columns.lowerBound
    }

    /// Below these numbers nothing is gained that pays for an estimate.
    private static var fewKeys: Int { 8 }
    private static var fewRows: Int { 256 }

    /// An estimate of how many rows refer to some keys, counted in the index for a limited number of them.
    private func estimatedRows(
        referringBy columns: [String], to keys: [ObjectKey], in table: EntityTable
    ) throws -> Int {
        let size = min(KeyList.size(for: keys), 64)
        let sample = (0..<size).map { keys[$0 * keys.count / size] }
        let statement = try connection.statement(table.countReferring(columns, size))
        defer { statement.reset() }
        var parameter: Int32 = 1
        for key in sample { parameter = try statement.bind(key, at: parameter) }
        let rows = try statement.step() ? Int(statement.integer(at: 0)) : 0
        let (product, overflow) = rows.multipliedReportingOverflow(by: keys.count)
        return overflow ? 0 : product / min(size, keys.count)
    }

    /// Whether a table has more than some rows; it reads no more than these.
    private func holdsMore(than limit: Int, _ table: EntityTable) throws -> Bool {
        let statement = try connection.statement(table.countUpTo)
        defer { statement.reset() }
        try statement.bind(Int64(limit) + 1, at: 1)
        return try statement.step() && statement.integer(at: 0) > Int64(limit)
    }
}
