internal import GranaryStore
internal import GranarySQL

/// Compares the tables in a file with those a schema asks for, and makes the tables that a new configuration adds.
struct StoreSchema {
    let layout: SQLLayout
    /// The schema that the store is to hold.
    let wanted: StoredSchema
    /// Whether the store may have more, as an older program reads it.
    var toleratesAdditions = false
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
        for statement in statements(for: layout.tables(of: configurations)) {
            try connection.runOnce(statement)
        }
        try StoreMetadata.record(layout, configurations: configurations, on: connection)
    }

    /// The difference between the wanted schema and that of the file.
    func difference(from metadata: StoreMetadata, on connection: Connection) throws -> SchemaDifference {
        var difference = try layout.difference(
            from: metadata.identity, recorded: { try recordedTables(of: $0, on: connection) },
            compare: { try self.difference(of: $0, recorded: $1, on: connection) })
        if difference.isEmpty, !toleratesAdditions, let recorded = metadata.schema,
            recorded.tables != wanted.tables
        {
            difference.add(recorded.hiddenSteps(beside: wanted, layout.configurations))
        }
        return difference
    }

    private func difference(
        of wanted: [TableDefinition], recorded: Set<String>, on connection: Connection
    ) throws -> SchemaDifference {
        let defined = Set(try connection.texts("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"))
        let statements = wanted.flatMap {
            [$0.createStatement(for: dialect)] + $0.indexStatements(for: dialect)
        }
        let names = Set(wanted.map(\.name))
        if statements.allSatisfy(defined.contains), toleratesAdditions || recorded.isSubset(of: names),
            try hasSameTypes(wanted, connection)
        {
            return SchemaDifference(wanted: [], found: [])
        }
        let found = try names.union(recorded).sorted().compactMap {
            try TableDefinition(found: $0, on: connection)
        }
        return SchemaDifference(
            wanted: wanted.map(dialect.indexed), found: found, toleratesAdditions: toleratesAdditions)
    }

    private func recordedTables(of configuration: String, on connection: Connection) throws -> [String] {
        try connection.texts(
            "SELECT DISTINCT \"table\" FROM granary_columns WHERE configuration = ?", .text(configuration))
    }

    /// Whether columns have the types of the schema: SQLite's types alone do not distinguish a date from an integer.
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
