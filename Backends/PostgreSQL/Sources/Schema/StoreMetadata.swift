internal import FoundationEssentials
internal import Granary
internal import GranarySQL

/// A store's description of itself, in tables that any program can read: its identity, and whose models it holds.
struct StoreMetadata {
    /// The version of the format that this backend writes.
    static let formatVersion = 2

    /// The identity of the store.
    var identity: StoreIdentity
    /// The recorded schema; `nil` for a store of format 1, which has none.
    var schema: StoredSchema?

    /// The statements that make the metadata.
    static let definitions = [
        // Numbers of saves, which are also the versions of rows: unique, and growing.
        "CREATE SEQUENCE granary_version",
        // One row.
        """
        CREATE TABLE granary_store (
          only_row pg_catalog.bool NOT NULL DEFAULT TRUE PRIMARY KEY CHECK (only_row),
          id pg_catalog.uuid NOT NULL, format pg_catalog.int8 NOT NULL, fingerprint pg_catalog.text NOT NULL
        )
        """,
        // The named configurations whose models the store holds.
        "CREATE TABLE granary_configurations (name pg_catalog.text COLLATE pg_catalog.\"C\" NOT NULL PRIMARY KEY)",
        // The tables that Granary has made, and for which configuration.
        """
        CREATE TABLE granary_tables (
          "table" pg_catalog.text COLLATE pg_catalog."C" NOT NULL PRIMARY KEY, configuration pg_catalog.text NOT NULL
        )
        """,
        // The last saves of connections, so that a commit whose answer was lost can be asked for.
        """
        CREATE TABLE granary_saves (
          id pg_catalog.uuid NOT NULL PRIMARY KEY, "time" pg_catalog.timestamptz NOT NULL DEFAULT pg_catalog.now()
        )
        """,
    ]

    /// The schema that the store holds, as JSON: one row, from format 2 on.
    private static let schemaDefinition = """
        CREATE TABLE IF NOT EXISTS granary_schema (
          only_row pg_catalog.bool NOT NULL DEFAULT TRUE PRIMARY KEY CHECK (only_row), schema pg_catalog.text NOT NULL
        )
        """

    /// The name of the table that says what the store holds.
    static let schemaTable = "granary_schema"

    /// The names of the tables that hold the metadata of every format.
    static let tables = ["granary_store", "granary_configurations", "granary_tables", "granary_saves"]

    /// The names by which a schema shows what it holds.
    private static let relations = tables + [schemaTable, "granary_version", StoreContent.movedTable]

    /// Reads the metadata of a schema; `nil` when there is none, or the store has left it.
    ///
    /// - Throws: ``GranaryError/Code/corrupt``, ``GranaryError/Code/newer``.
    init?(_ connection: Connection, schema: String) throws {
        let place = connection.place
        let present = Set(
            try connection.texts(
                """
                SELECT c.relname::pg_catalog.text FROM pg_catalog.pg_class c WHERE c.relnamespace = \
                (SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.nspname = $1::pg_catalog.text) \
                AND c.relname IN (\(Self.relations.map { "'\($0)'" }.joined(separator: ", ")))
                """, .text(schema)))
        // The remains of a store that moved to another database do not count.
        guard present.contains("granary_store"), !present.contains(StoreContent.movedTable) else {
            return nil
        }
        guard present.isSuperset(of: Self.tables), present.contains("granary_version") else {
            throw place.lacksDescription
        }
        guard let rows = try Self.storeRows(connection), rows.count == 1, let id = rows.text(0, 0),
            let format = rows.integer(0, 1), let fingerprint = rows.text(0, 2)
        else { throw place.lacksDescription }
        guard format <= Int64(Self.formatVersion) else {
            throw place.error(
                .newer,
                "The store is of format \(format), and this version of Granary knows up to \(Self.formatVersion). It was left untouched. Update Granary."
            )
        }
        identity = StoreIdentity(
            id: id, formatVersion: Int(clamping: format), fingerprint: fingerprint,
            configurations: try connection.texts("SELECT name FROM granary_configurations ORDER BY name"))
        if format < 2 { return }
        guard present.contains(Self.schemaTable),
            let json = try connection.texts("SELECT schema FROM granary_schema").first
        else { throw place.lacksDescription }
        do { self.schema = try StoredSchema(json: json) } catch { throw place.named(error) }
    }

    private static func storeRows(_ connection: Connection) throws -> ResultSet? {
        do {
            try connection.send("SELECT id::pg_catalog.text, format, fingerprint FROM granary_store")
            try connection.sync()
            return try connection.finish().first
        } catch let failure as EngineError where failure.state == "42703" {
            // The table is there, so a column that is missing is damage, not another schema.
            throw connection.place.lacksDescription
        }
    }

    /// Writes the metadata of a new store.
    static func create(fingerprint: String, on connection: Connection) throws {
        for definition in definitions { try connection.define(definition) }
        try connection.run(
            "INSERT INTO granary_store (id, format, fingerprint) VALUES ($1::pg_catalog.uuid, $2::pg_catalog.int8, $3::pg_catalog.text)",
            .uuid(UUID()), .integer(Int64(formatVersion)), .text(fingerprint))
        try record(StoredSchema(), fingerprint: fingerprint, on: connection)
    }

    /// Writes what the store holds, which makes it one of the newest format.
    static func record(
        _ schema: StoredSchema, fingerprint: String, on connection: Connection
    ) throws {
        try connection.define(schemaDefinition)
        try connection.run(
            "INSERT INTO granary_schema (schema) VALUES ($1::pg_catalog.text) ON CONFLICT (only_row) DO UPDATE SET schema = EXCLUDED.schema",
            .text(try schema.json()))
        try connection.run(
            "UPDATE granary_store SET fingerprint = $1::pg_catalog.text, format = $2::pg_catalog.int8",
            .text(fingerprint), .integer(Int64(formatVersion)))
    }

    /// Notes the tables of the store's configurations again, after they were changed.
    static func rewrite(
        _ layout: SQLLayout, configurations: Set<String>, on connection: Connection
    ) throws {
        let names = layout.configurations.intersection(configurations)
        for name in names.sorted() {
            try connection.run(
                "DELETE FROM granary_tables WHERE configuration = $1::pg_catalog.text", .text(name))
        }
        try record(layout, configurations: names, on: connection)
    }

    /// Records that the store holds the tables of some configurations.
    static func record(_ layout: SQLLayout, configurations: Set<String>, on connection: Connection) throws {
        for name in configurations.sorted() {
            try connection.run(
                "INSERT INTO granary_configurations VALUES ($1::pg_catalog.text) ON CONFLICT DO NOTHING",
                .text(name))
        }
        for (table, configuration) in layout.tablesWithConfigurations
        where configurations.contains(configuration) {
            try connection.run(
                "INSERT INTO granary_tables VALUES ($1::pg_catalog.text, $2::pg_catalog.text)",
                .text(table.name), .text(configuration))
        }
    }
}
