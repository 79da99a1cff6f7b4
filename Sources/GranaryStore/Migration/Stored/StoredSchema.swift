/// The schema that a store records: every part of its models that the store depends on, with their names.
///
/// A backend writes it in the transaction that creates or changes tables. Tools and migrations read it without any
/// model.
public struct StoredSchema: Sendable, Hashable, Codable {
    /// The tables of models and of pairs, in the order of their names.
    public var tables: [StoredTable]
    /// The migrations of the store since it was made, oldest first.
    ///
    /// Those of data that were known at its creation count too. A store of an earlier version of Granary begins the
    /// list with its next migration.
    public var migrations: [StoredMigration]
    /// The names of the configurations that programs with older versions of the models may read, in alphabetical order.
    public var readableByOlderVersions: [String] = []

    /// Makes a schema of its tables, in any order.
    public init(tables: [StoredTable] = [], migrations: [StoredMigration] = []) {
        self.tables = tables.sorted { $0.name < $1.name }
        self.migrations = migrations
    }

    /// The table with a name.
    public func table(_ name: String) -> StoredTable? { tables.first { $0.name == name } }

    /// The names of the configurations that have a table here.
    public var configurations: Set<String> { Set(tables.map(\.configuration)) }
}

extension StoredSchema {
    private enum CodingKeys: String, CodingKey { case tables, migrations, readableByOlderVersions }

    /// Reads a schema; a list that is missing is empty.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        tables = try values.decode([StoredTable].self, forKey: .tables)
        migrations = try values.decodeIfPresent([StoredMigration].self, forKey: .migrations) ?? []
        readableByOlderVersions =
            try values.decodeIfPresent([String].self, forKey: .readableByOlderVersions) ?? []
    }

    /// Writes the schema; empty lists besides the tables are left out.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(tables, forKey: .tables)
        if !migrations.isEmpty { try values.encode(migrations, forKey: .migrations) }
        if !readableByOlderVersions.isEmpty {
            try values.encode(readableByOlderVersions, forKey: .readableByOlderVersions)
        }
    }
}
