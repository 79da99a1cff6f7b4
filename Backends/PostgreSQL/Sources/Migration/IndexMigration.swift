internal import GranaryStore
internal import GranarySQL

/// Gives the tables that a plan changes the indexes and unique constraints that they are to have, under their names.
struct IndexMigration {
    private let plan: MigrationPlan
    private let layout: SQLLayout
    private let schema: String
    private let connection: Connection
    private let monitor: MigrationMonitor?
    private let dialect = PostgreSQLDialect()

    init(
        _ plan: MigrationPlan, _ layout: SQLLayout, _ schema: String, _ connection: Connection,
        _ monitor: MigrationMonitor?
    ) {
        self.plan = plan
        self.layout = layout
        self.schema = schema
        self.connection = connection
        self.monitor = monitor
    }

    /// Drops, renames and makes.
    func run() throws {
        var renamed: [(table: String, index: IndexDefinition, name: String)] = []
        var missing: [(StoredTable, TableDefinition, IndexDefinition)] = []
        for change in plan.changes where change.source != nil {
            guard let target = change.target,
                let wanted = layout.tables.first(where: { $0.name == target.name }),
                let found = try FoundTables(schema, [target.name], on: connection).definitions.first
            else { continue }
            var present = found.indexes
            for index in wanted.indexes {
                let columns = dialect.indexColumns(index, of: wanted)
                let position = present.firstIndex {
                    $0.columns == columns && $0.isUnique == index.isUnique
                }
                guard let position else {
                    if index.isUnique { try refuseDuplicates(target, index.columns) }
                    missing.append((target, wanted, index))
                    continue
                }
                let same = present.remove(at: position)
                if same.name != index.name { renamed.append((target.name, same, index.name)) }
            }
            for index in present where index.name.ends(with: "_index") || index.name.ends(with: "_unique") {
                try drop(index, of: target.name)
            }
        }
        for (number, item) in renamed.enumerated() {
            try rename(item.index, of: item.table, item.index.name, to: TableMigration.passing(number))
        }
        for (number, item) in renamed.enumerated() {
            try rename(item.index, of: item.table, TableMigration.passing(number), to: item.name)
        }
        for (table, definition, index) in missing {
            try connection.passing(table, for: monitor) { try make(index, of: definition) }
        }
    }

    private func refuseDuplicates(_ table: StoredTable, _ columns: [String]) throws {
        try connection.refuseDuplicates(DuplicateQuery(table, columns), .unique)
    }

    private func drop(_ index: IndexDefinition, of table: String) throws {
        try connection.define(
            index.isUnique
                ? "ALTER TABLE \(SQLName.quoted(table)) DROP CONSTRAINT \(SQLName.quoted(index.name))"
                : "DROP INDEX \(SQLName.quoted(index.name))")
    }

    private func rename(_ index: IndexDefinition, of table: String, _ old: String, to new: String) throws {
        // The constraint of a unique index follows it.
        try connection.define("ALTER INDEX \(SQLName.quoted(old)) RENAME TO \(SQLName.quoted(new))")
    }

    private func make(_ index: IndexDefinition, of table: TableDefinition) throws {
        if index.isUnique {
            return try connection.define(
                "ALTER TABLE \(SQLName.quoted(table.name)) ADD \(index.uniqueClause)")
        }
        var single = table
        single.indexes = [index]
        for statement in single.indexStatements(for: dialect) { try connection.define(statement) }
    }
}
