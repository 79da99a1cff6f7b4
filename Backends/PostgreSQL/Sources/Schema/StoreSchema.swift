internal import GranaryStore
internal import GranarySQL

/// Compares the tables in a schema with those that are asked for, and makes the tables that a new configuration adds.
struct StoreSchema {
    let layout: SQLLayout
    /// The schema that the store is to hold.
    let wanted: StoredSchema
    let name: String
    /// Whether the store may have more, as an older program reads it.
    var toleratesAdditions = false
    let dialect = PostgreSQLDialect()

    /// Makes the tables of some configurations, in the transaction that is open.
    func create(_ configurations: Set<String>, on connection: Connection) throws {
        let tables = layout.tables(of: configurations)
        // Tables may refer to each other in cycles, so the references come when all tables exist.
        let definitions = tables.flatMap { table in
            var plain = table
            plain.references = []
            return [plain.createStatement(for: dialect)] + table.indexStatements(for: dialect)
        }
        try connection.define(definitions + tables.flatMap(\.referenceStatements))
        try StoreMetadata.record(layout, configurations: configurations, on: connection)
    }

    /// The difference between the wanted schema and that of the store.
    func difference(from metadata: StoreMetadata, on connection: Connection) throws -> SchemaDifference {
        var difference = try layout.difference(
            from: metadata.identity, recorded: { metadata.tables[$0] ?? [] },
            compare: { wanted, recorded in
                let found = try FoundTables(name, recorded.union(wanted.map(\.name)), on: connection)
                var difference = SchemaDifference(
                    wanted: wanted.map(dialect.indexed),
                    found: found.definitions,
                    toleratesAdditions: toleratesAdditions)
                difference.add(found.deviations(from: wanted))
                return difference
            })
        if difference.isEmpty, !toleratesAdditions, let recorded = metadata.schema,
            recorded.tables != wanted.tables
        {
            difference.add(recorded.hiddenSteps(beside: wanted, layout.configurations))
        }
        return difference
    }
}
