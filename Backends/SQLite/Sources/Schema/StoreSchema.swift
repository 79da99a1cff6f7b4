internal import Granary
internal import GranarySQL

/// Compares the tables in a file with those a schema asks for, and makes what a new configuration adds.
struct StoreSchema {
    let layout: SQLLayout
    let dialect = SQLiteDialect()

    /// The statements that make some tables with their indexes and readable views.
    private func statements(for tables: [TableDefinition]) -> [String] {
        tables.flatMap { table in
            [table.createStatement(for: dialect)] + table.indexStatements(for: dialect)
                + (ReadableView(table, among: layout.tables).map { [$0.createStatement] } ?? [])
        }
    }

    /// Makes the tables of some configurations, in the transaction that is open.
    func create(_ configurations: Set<String>, on connection: Connection) throws {
        let tables = layout.tablesWithConfigurations.filter { configurations.contains($0.configuration) }.map(
            \.table)
        for statement in statements(for: tables) { try connection.runOnce(statement) }
        try StoreMetadata.record(layout, configurations: configurations, on: connection)
    }

    /// What the file has otherwise than the schema, among the configurations that it holds already, and which
    /// tables of other configurations it holds for configurations that are not asked for.
    func difference(from metadata: StoreMetadata, on connection: Connection) throws -> SchemaDifference {
        var difference = try tableDifference(from: metadata, on: connection)
        let taken = try layout.takenTables(among: Set(metadata.identity.configurations)) {
            try recordedTables(of: $0, on: connection)
        }
        difference.note(taken: taken)
        return difference
    }

    private func tableDifference(
        from metadata: StoreMetadata, on connection: Connection
    ) throws -> SchemaDifference {
        let present = Set(metadata.identity.configurations)
        let wanted = layout.tablesWithConfigurations.filter { present.contains($0.configuration) }.map(
            \.table)
        let defined = Set(try connection.texts("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"))
        let statements = wanted.flatMap {
            [$0.createStatement(for: dialect)] + $0.indexStatements(for: dialect)
        }
        let recorded = try recordedTables(of: layout.configurations, on: connection)
        if statements.allSatisfy(defined.contains), recorded.isSubset(of: Set(wanted.map(\.name))),
            try hasSameTypes(wanted, connection)
        {
            return SchemaDifference(wanted: [], found: [])
        }
        let names = Set(wanted.map(\.name)).union(recorded)
        let found = try names.sorted().compactMap { try TableDefinition(found: $0, on: connection) }
        return SchemaDifference(wanted: wanted.map(dialect.indexed), found: found)
    }

    /// The configurations whose tables the file does not hold yet.
    func missingConfigurations(in metadata: StoreMetadata) -> Set<String> {
        layout.configurations.subtracting(metadata.identity.configurations)
    }

    private func recordedTables(of configurations: Set<String>, on connection: Connection) throws -> Set<
        String
    > {
        var tables: Set<String> = []
        for name in configurations {
            tables.formUnion(
                try connection.texts(
                    "SELECT DISTINCT \"table\" FROM granary_columns WHERE configuration = ?", .text(name)))
        }
        return tables
    }

    /// Whether columns mean what the schema says: SQLite's types alone do not tell a date from an integer.
    private func hasSameTypes(_ wanted: [TableDefinition], _ connection: Connection) throws -> Bool {
        let recorded = Set(
            try connection.texts(
                "SELECT \"table\" || '\u{1}' || \"column\" || '\u{1}' || type FROM granary_columns"))
        return wanted.allSatisfy { table in
            table.columns.allSatisfy {
                recorded.contains("\(table.name)\u{1}\($0.name)\u{1}\($0.type.rawValue)")
            }
        }
    }
}
