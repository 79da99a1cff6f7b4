package import GranaryStore

/// Finds the rows that violate a unique constraint which a migration adds.
package struct DuplicateQuery {
    /// The statement; its columns are those of the key, in key order.
    package let text: String
    /// The kinds of those columns.
    package let types: [AttributeType]
    private let table: StoredTable
    private let columns: [String]

    /// Selects the rows of a table with the same values in some columns.
    package init(_ table: StoredTable, _ columns: [String]) {
        self.table = table
        self.columns = columns
        types = table.key.compactMap { table.column($0)?.type }
        let key = TableDefinition.names(table.key)
        let list = TableDefinition.names(columns)
        let isThere = columns.map { "\(SQLName.quoted($0)) IS NOT NULL" }.joined(separator: " AND ")
        text = """
            SELECT \(key) FROM \(SQLName.quoted(table.name)) WHERE (\(list)) IN (SELECT \(list) \
            FROM \(SQLName.quoted(table.name)) WHERE \(isThere) GROUP BY \(list) HAVING count(*) > 1) \
            ORDER BY \(key) LIMIT \(StoredTable.mostDuplicates)
            """
    }

    /// The error that lists the keys of such rows.
    package func error(_ keys: [[Value]], _ constraint: GranaryError.Constraint) -> GranaryError {
        table.duplicates(of: columns, keys: keys.compactMap(ObjectKey.init), constraint)
    }
}
