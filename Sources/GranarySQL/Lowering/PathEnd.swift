internal import GranaryStore

/// A table at the end of a path.
struct PathEnd {
    let alias: String
    let entity: Entity
    /// Whether there is always a row.
    let isCertain: Bool

    /// A column of the table.
    func column(_ position: Int) -> SQLText {
        // Joined, not interpolated: every statement names every column.
        column(named: entity.columns[position].name)
    }

    /// The column of the table with a name.
    func column(named name: String) -> SQLText { SQLText(verbatim: alias + "." + SQLName.quoted(name)) }

    /// The columns of the key.
    var key: [SQLText] { entity.keyColumns.map(column) }
}
