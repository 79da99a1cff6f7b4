internal import CSQLite
internal import FoundationEssentials
internal import GranaryStore
internal import GranarySQL

/// A store's description of itself, in tables that any program can read: its identity, its models, and the meaning of
/// its columns.
struct StoreMetadata {
    /// The identity of the store.
    var identity: StoreIdentity
    /// The recorded schema; `nil` for a store of format 1, which has none.
    var schema: StoredSchema?

    /// The statements that make the metadata tables.
    static let definitions = [
        // One row; `version` is the number of the last save.
        """
        CREATE TABLE granary_store (
          only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
          id TEXT NOT NULL, format INTEGER NOT NULL, fingerprint TEXT NOT NULL, version INTEGER NOT NULL
        )
        """,
        // The named configurations whose models the store holds.
        "CREATE TABLE granary_configurations (name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID",
        // The kind of value in each column, since SQLite's own types do not show it.
        """
        CREATE TABLE granary_columns (
          "table" TEXT NOT NULL, "column" TEXT NOT NULL, configuration TEXT NOT NULL,
          type TEXT NOT NULL, is_optional INTEGER NOT NULL, PRIMARY KEY ("table", "column")
        ) WITHOUT ROWID
        """,
        // The next integer key of each table that has assigned some.
        """
        CREATE TABLE granary_keys ("table" TEXT NOT NULL PRIMARY KEY, next INTEGER NOT NULL) WITHOUT ROWID
        """,
    ]

    /// The schema that the store holds, as JSON: one row, from format 2 on.
    private static let schemaDefinition = """
        CREATE TABLE IF NOT EXISTS granary_schema (
          only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1), schema TEXT NOT NULL
        )
        """

    /// Reads the metadata of an open store.
    ///
    /// - Throws: ``GranaryError/Code/corrupt`` when the tables are missing.
    init(_ connection: Connection) throws {
        let place = connection.place
        guard
            try connection.integer(
                "SELECT count(*) FROM sqlite_schema WHERE name IN ('granary_store', 'granary_configurations', 'granary_columns', 'granary_keys')"
            )
                == 4
        else { throw place.lacksDescription }
        let store = try connection.statement("SELECT id, format, fingerprint FROM granary_store")
        defer { store.reset() }
        guard try store.step() else { throw place.lacksDescription }
        identity = StoreIdentity(
            id: store.text(at: 0), formatVersion: Int(store.integer(at: 1)), fingerprint: store.text(at: 2),
            configurations: try connection.texts("SELECT name FROM granary_configurations ORDER BY name"))
        if identity.formatVersion < 2 { return }
        guard let json = try connection.texts("SELECT schema FROM granary_schema").first else {
            throw place.lacksDescription
        }
        do { schema = try StoredSchema(json: json) } catch { throw place.named(error) }
    }

    /// Writes the metadata of a new store.
    static func create(fingerprint: String, on connection: Connection) throws {
        for definition in definitions { try connection.runOnce(definition) }
        try connection.run(
            "INSERT INTO granary_store VALUES (1, ?, ?, ?, 0)", .text(UUID().uuidString.lowercased()),
            .integer(Int64(FileHeader.formatVersion)), .text(fingerprint))
    }

    /// Writes the description of the store's content, which makes it a store of the newest format.
    static func record(
        _ schema: StoredSchema, fingerprint: String, on connection: Connection
    ) throws {
        try connection.runOnce(schemaDefinition)
        try connection.run("INSERT OR REPLACE INTO granary_schema VALUES (1, ?)", .text(try schema.json()))
        try connection.run(
            "UPDATE granary_store SET fingerprint = ?, format = ?", .text(fingerprint),
            .integer(Int64(FileHeader.formatVersion)))
        try connection.runOnce("PRAGMA user_version = \(FileHeader.formatVersion)")
    }

    /// Records the columns of the configurations that the store holds again, after they were changed.
    static func rewrite(
        _ layout: SQLLayout, from source: StoredSchema, to target: StoredSchema, on connection: Connection
    ) throws {
        let names = layout.configurations.intersection(source.configurations.union(target.configurations))
        let left = source.configurations.subtracting(target.configurations)
        for name in names.union(left).sorted() {
            try connection.run("DELETE FROM granary_columns WHERE configuration = ?", .text(name))
        }
        try record(layout, configurations: names, on: connection)
    }

    /// Records that the store holds the tables of some configurations, in their current form.
    static func record(_ layout: SQLLayout, configurations: Set<String>, on connection: Connection) throws {
        for name in configurations.sorted() {
            try connection.run("INSERT OR IGNORE INTO granary_configurations VALUES (?)", .text(name))
        }
        for (table, configuration) in layout.tablesWithConfigurations
        where configurations.contains(configuration) {
            for column in table.columns {
                try connection.run(
                    "INSERT OR REPLACE INTO granary_columns VALUES (?, ?, ?, ?, ?)", .text(table.name),
                    .text(column.name), .text(configuration), .text(column.type.rawValue),
                    .bool(column.isOptional))
            }
        }
    }
}

extension Connection {
    /// The first column of every row as text.
    func texts(_ text: String, _ values: Value...) throws -> [String] {
        let statement = try statement(text)
        defer { statement.reset() }
        try statement.bind(values)
        var found: [String] = []
        while try statement.step() { found.append(statement.text(at: 0)) }
        return found
    }
}
