internal import GranaryStore
internal import GranarySQL

/// Gives references the new keys of the rows that they lead to, where a plan changes those.
struct KeyFollowing {
    private let followed: [FollowedKeys]
    private let connection: Connection
    private let dialect = PostgreSQLDialect()

    init(_ plan: MigrationPlan, _ connection: Connection) {
        followed = plan.followedKeys
        self.connection = connection
    }

    /// Notes the new key of each row that others refer to, before its table has another shape.
    ///
    /// The note is no temporary table, which a role may be forbidden to make.
    func recordKeys() throws {
        for keys in followed {
            let select = keys.select { column in
                let fill = column.fill.map { PostgreSQLLiteral.text(of: $0, as: column.target.type) }
                guard let source = column.source else { return fill ?? "NULL" }
                var value = SQLName.quoted(source.name)
                if source.type != column.target.type {
                    value = PostgreSQLLiteral.conversion(of: value, from: source.type, to: column.target.type)
                }
                return fill.map { "COALESCE(\(value), \($0))" } ?? value
            }
            try connection.define("CREATE UNLOGGED TABLE \(SQLName.quoted(keys.name)) AS \(select)")
            // Without it the planner knows nothing of the rows.
            try connection.define("ANALYZE \(SQLName.quoted(keys.name))")
        }
    }

    /// Removes the notes.
    func removeKeys() throws {
        for keys in followed { try connection.define("DROP TABLE \(SQLName.quoted(keys.name))") }
    }

    /// Adds the columns of a table that follow another key, with their values, under passing names.
    func addColumns(to change: TableChange) throws {
        guard let target = change.target else { return }
        let table = SQLName.quoted(target.name)
        var references: [[String]] = []
        for (number, column) in change.columns.enumerated() {
            guard let lookup = column.lookup else { continue }
            try connection.define(
                "ALTER TABLE \(table) ADD COLUMN \(Self.passing(number)) \(dialect.columnType(column.target.type))"
            )
            if !references.contains(lookup.columns) { references.append(lookup.columns) }
        }
        for reference in references { try fill(reference, of: change, table) }
    }

    private func fill(_ reference: [String], of change: TableChange, _ table: String) throws {
        let columns = change.columns.enumerated().filter { $1.lookup?.columns == reference }
        guard let lookup = columns.first?.element.lookup,
            let keys = followed.first(where: { $0.table == lookup.table })
        else { return }
        let values = columns.compactMap { number, column in
            column.lookup.map { "\(Self.passing(number)) = granary_keys.\(keys.column(of: $0))" }
        }
        try connection.define(
            """
            UPDATE \(table) AS granary_rows SET \(values.joined(separator: ", ")) \
            FROM \(SQLName.quoted(keys.name)) AS granary_keys \
            WHERE \(keys.condition(lookup, "granary_keys", "granary_rows"))
            """)
    }

    /// Gives those columns their names, when the old ones are gone, and requires their values where every row must have
    /// one.
    func renameColumns(of change: TableChange) throws {
        guard let target = change.target else { return }
        let table = SQLName.quoted(target.name)
        for (number, column) in change.columns.enumerated() where column.lookup != nil {
            let name = SQLName.quoted(column.target.name)
            try connection.define("ALTER TABLE \(table) RENAME COLUMN \(Self.passing(number)) TO \(name)")
            if !column.target.isOptional {
                try connection.define("ALTER TABLE \(table) ALTER COLUMN \(name) SET NOT NULL")
            }
        }
    }

    private static func passing(_ number: Int) -> String { SQLName.quoted("granary_following_\(number)") }
}
