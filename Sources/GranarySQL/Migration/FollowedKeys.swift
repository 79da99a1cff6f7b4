package import GranaryStore

/// The old and new keys of the rows of one table that gets another key, as a separate table during a migration.
package struct FollowedKeys {
    /// The name of that table.
    package let name: String
    /// Its columns with the current key.
    private let old: [String]
    /// Its columns with the new key.
    private let new: [String]
    private let change: TableChange

    /// Describes the keys of some change; the number distinguishes several.
    package init(_ change: TableChange, number: Int) {
        self.change = change
        name = "granary_followed_\(number)"
        old = (change.source?.key ?? []).indices.map { "old_\($0)" }
        new = (change.target?.key ?? []).indices.map { "new_\($0)" }
    }

    /// The current name of the table with those rows.
    package var table: String { change.source?.name ?? "" }

    /// The names of the columns, quoted and with commas between them.
    package var columns: String { TableDefinition.names(old + new) }

    /// The columns of the current key, likewise.
    package var keyColumns: String { TableDefinition.names(old) }

    /// The statement that reads both keys of every row; `value` makes the text of a value of the new key.
    package func select(_ value: (TableChange.ColumnOrigin) -> String) -> String {
        let present = (change.source?.key ?? []).map { SQLName.quoted($0) }
        let parts = (change.target?.key ?? []).map { name in
            change.columns.first { $0.target.name == name }.map(value) ?? "NULL"
        }
        let terms = zip(present + parts, old + new).map { "\($0) AS \(SQLName.quoted($1))" }
        return "SELECT \(terms.joined(separator: ", ")) FROM \(SQLName.quoted(table))"
    }

    /// The column with the value that a lookup leads to.
    package func column(of lookup: KeyLookup) -> String {
        let position = change.target?.key.firstIndex(of: lookup.part)
        return position.map { SQLName.quoted(new[$0]) } ?? "NULL"
    }

    /// The condition that joins the keys, under one name, with the rows of another table, under another.
    package func condition(_ lookup: KeyLookup, _ keys: String, _ rows: String) -> String {
        zip(old, lookup.columns).map { "\(keys).\(SQLName.quoted($0)) = \(rows).\(SQLName.quoted($1))" }
            .joined(separator: " AND ")
    }
}

extension MigrationPlan {
    /// The keys that are needed for its lookups.
    package var followedKeys: [FollowedKeys] {
        followedChanges.enumerated().map { FollowedKeys($1, number: $0) }
    }
}
