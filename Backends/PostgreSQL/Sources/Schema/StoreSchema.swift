internal import Granary
internal import GranarySQL

/// Compares the tables in a schema with those that are asked for, and makes what a new configuration adds.
struct StoreSchema {
    let layout: SQLLayout
    let name: String
    let dialect = PostgreSQLDialect()

    /// Makes the tables of some configurations, in the transaction that is open.
    func create(_ configurations: Set<String>, on connection: Connection) throws {
        let tables = layout.tablesWithConfigurations.filter { configurations.contains($0.configuration) }.map(
            \.table)
        // Tables may refer to each other in cycles, so the references come when all are there.
        for table in tables {
            var plain = table
            plain.references = []
            try connection.define(plain.createStatement(for: dialect))
            for statement in table.indexStatements(for: dialect) { try connection.define(statement) }
        }
        for table in tables {
            for statement in table.referenceStatements { try connection.define(statement) }
        }
        try StoreMetadata.record(layout, configurations: configurations, on: connection)
    }

    /// What the schema has otherwise, among the configurations that it holds already, and which tables of other
    /// configurations it holds for configurations that are not asked for.
    func difference(from metadata: StoreMetadata, on connection: Connection) throws -> SchemaDifference {
        let present = Set(metadata.identity.configurations)
        let wanted = layout.tablesWithConfigurations.filter { present.contains($0.configuration) }.map(
            \.table)
        let recorded = try recordedTables(of: layout.configurations, on: connection)
        let names = Set(wanted.map(\.name)).union(recorded)
        let found = FoundTables(name, on: connection)
        var difference = SchemaDifference(
            wanted: wanted.map(dialect.indexed), found: try found.definitions(names))
        difference.note(try found.deviations(from: wanted))
        let taken = try layout.takenTables(among: Set(metadata.identity.configurations)) {
            try recordedTables(of: $0, on: connection)
        }
        difference.note(taken: taken)
        return difference
    }

    /// The configurations whose tables the store does not hold yet.
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
                    "SELECT \"table\" FROM granary_tables WHERE configuration = $1::pg_catalog.text",
                    .text(name)))
        }
        return tables
    }
}
