package import GranaryStore

/// Finds the rows whose values in some columns lead to no row, where a migration makes a relationship of them, or where
/// they follow another key.
package struct StrayQuery {
    /// The statement; its columns are those of the key, in key order.
    package let text: String
    /// The kinds of those columns.
    package let types: [AttributeType]
    private let table: StoredTable
    private let columns: [String]

    /// Selects the rows of a table by a reference to another one, both in the shape they have when it runs.
    package init(_ table: StoredTable, _ reference: StoredReference, to target: StoredTable) {
        self.table = table
        columns = reference.columns
        types = table.key.compactMap { table.column($0)?.type }
        let key = table.key.map { "here.\(SQLName.quoted($0))" }.joined(separator: ", ")
        let isSet = columns.map { "here.\(SQLName.quoted($0)) IS NOT NULL" }.joined(separator: " OR ")
        let isSame = zip(target.key, columns).map {
            "there.\(SQLName.quoted($0)) = here.\(SQLName.quoted($1))"
        }
        text = """
            SELECT \(key) FROM \(SQLName.quoted(table.name)) AS here WHERE (\(isSet)) AND NOT EXISTS \
            (SELECT 1 FROM \(SQLName.quoted(target.name)) AS there WHERE \(isSame.joined(separator: " AND "))) \
            ORDER BY \(key) LIMIT \(StoredTable.mostDuplicates)
            """
    }

    /// The error that lists the keys of such rows.
    package func error(_ keys: [[Value]], followingKey isFollowing: Bool = false) -> GranaryError {
        table.strays(
            of: columns, keys: keys.compactMap(ObjectKey.init), followingKey: isFollowing)
    }
}
