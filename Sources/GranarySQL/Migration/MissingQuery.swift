package import GranaryStore

/// Finds the rows without a value of a column that a migration makes required.
package struct MissingQuery {
    /// The statement; its columns are those of the key, in key order.
    package let text: String
    /// The kinds of those columns.
    package let types: [AttributeType]
    private let table: StoredTable
    private let property: String

    /// Selects the rows of a table, in its current form, without a value for a column in its new one.
    package init(_ table: StoredTable, _ column: TableChange.ColumnOrigin) {
        self.table = table
        property = column.target.property
        types = table.key.compactMap { table.column($0)?.type }
        let key = TableDefinition.names(table.key)
        let isMissing = column.present.map { "\(SQLName.quoted($0)) IS NULL" }.joined(separator: " OR ")
        text = """
            SELECT \(key) FROM \(SQLName.quoted(table.name)) WHERE \(isMissing) \
            ORDER BY \(key) LIMIT \(StoredTable.mostDuplicates)
            """
    }

    /// The error that lists the keys of such rows, for the table in its new shape.
    package func error(_ keys: [[Value]], _ target: StoredTable) -> GranaryError {
        target.missing(property, keys: keys.compactMap(ObjectKey.init))
    }
}
