internal import FoundationEssentials
internal import GranaryStore
internal import GranarySQL

/// A store's description of itself, in tables that any program can read: its identity, and whose models it holds.
struct StoreMetadata {
    /// The version of the format that this backend writes.
    static let formatVersion = 2

    /// The identity of the store.
    var identity: StoreIdentity
    /// The recorded schema; `nil` for a store of format 1, which has none.
    private(set) var schema: StoredSchema?
    /// The number of the file with the recorded schema, by which a migration is noticed.
    private(set) var number: Int64
    /// The names of the tables that Granary has made for each configuration.
    private(set) var tables: [String: [String]] = [:]

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

    /// The name of the table that describes the store's content.
    static let schemaTable = "granary_schema"

    /// The names of the tables that hold the metadata of every format.
    static let ownTables = ["granary_store", "granary_configurations", "granary_tables", "granary_saves"]

    /// The names that identify the content of a schema.
    private static let relations = ownTables + [schemaTable, "granary_version", StoreContent.movedTable]

    /// Reads the metadata of a schema; `nil` when there is none, or the store has left it.
    ///
    /// - Throws: ``GranaryError/Code/corrupt``, ``GranaryError/Code/newer``.
    init?(_ connection: Connection, schema: String) throws {
        guard let head = try Head(connection, schema: schema) else { return nil }
        let content = try Content(connection, hasSchema: head.hasSchema)
        identity = StoreIdentity(
            id: head.id, formatVersion: Int(clamping: head.format), fingerprint: head.fingerprint,
            configurations: content.configurations)
        tables = content.tables
        number = head.hasSchema ? KnownSchema.unknown : KnownSchema.none
        if !head.hasSchema { return }
        guard let json = content.json else { throw connection.place.lacksDescription }
        do { self.schema = try StoredSchema(json: json) } catch { throw connection.place.named(error) }
    }

    /// Reads the metadata of a whole store of this format, in one statement; `nil` for anything else, which
    /// ``init(_:schema:)`` then identifies.
    ///
    /// Checking first whether the tables exist takes the server a millisecond, and most openings find them. If they do
    /// not, the transaction has failed.
    init?(whole connection: Connection) throws {
        let rows: ResultSet?
        number = KnownSchema.unknown
        do {
            // Before there is a snapshot, so that it shows the state that the number belongs to.
            try connection.send(KnownSchema.lock, answer: .checked, isNamed: false)
            rows = try connection.run(Self.everything)
        } catch let failure as EngineError where failure.state.begins(with: "42") {
            return nil
        }
        guard let rows else { throw EngineError.lost }
        var heads: [StoreIdentity] = []
        var (schemas, configurations): ([String], [String]) = ([], [])
        for row in 0..<rows.count {
            guard let part = rows.text(row, 0), let text = rows.text(row, 1) else { return nil }
            switch (part, rows.text(row, 2), rows.text(row, 3)) {
            case ("store", let format?, let fingerprint?) where Int(format) == Self.formatVersion:
                heads.append(
                    StoreIdentity(
                        id: text, formatVersion: Self.formatVersion, fingerprint: fingerprint,
                        configurations: [])
                )
            case ("configuration", _, _): configurations.append(text)
            case ("table", let configuration?, _): tables[configuration, default: []].append(text)
            case ("schema", _, _): schemas.append(text)
            case ("number", _, _): number = Int64(text) ?? KnownSchema.unknown
            default: return nil
            }
        }
        guard heads.count == 1, schemas.count == 1 else { return nil }
        identity = heads[0]
        identity.configurations = configurations.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        do { schema = try StoredSchema(json: schemas[0]) } catch { throw connection.place.named(error) }
    }

    /// The rows of the metadata, each with the name of its part first; with the name of a part that no store has if the
    /// store has moved, or lacks its list of saves or its sequence.
    private static let everything = """
        SELECT 'store', s.id::pg_catalog.text, s.format::pg_catalog.text, s.fingerprint FROM granary_store s \
        UNION ALL SELECT 'configuration', c.name, NULL, NULL FROM granary_configurations c \
        UNION ALL SELECT 'table', t."table", t.configuration, NULL FROM granary_tables t \
        UNION ALL SELECT 'schema', g.schema, NULL, NULL FROM granary_schema g \
        UNION ALL SELECT 'number', \(KnownSchema.presentText), NULL, NULL \
        UNION ALL SELECT 'other', '', NULL, NULL WHERE pg_catalog.to_regclass('\(StoreContent.movedTable)') IS NOT NULL \
        OR pg_catalog.to_regclass('granary_saves') IS NULL OR pg_catalog.to_regclass('granary_version') IS NULL
        """

    /// The part of the metadata that shows whether this version of Granary knows the store.
    struct Head {
        let id: String
        let format: Int64
        let fingerprint: String
        /// Whether the store has recorded its schema.
        var hasSchema: Bool { format >= 2 }

        /// Reads it from a schema; `nil` when there is no store, or it has left.
        ///
        /// - Throws: ``GranaryError/Code/corrupt``, ``GranaryError/Code/newer``.
        init?(_ connection: Connection, schema: String) throws {
            let place = connection.place
            let present = Set(try connection.texts(StoreMetadata.presence, .text(schema)))
            // The remains of a store that moved to another database do not count.
            guard present.contains("granary_store"), !present.contains(StoreContent.movedTable) else {
                return nil
            }
            guard present.isSuperset(of: StoreMetadata.ownTables), present.contains("granary_version") else {
                throw place.lacksDescription
            }
            guard let rows = try Self.rows(connection), rows.count == 1, let id = rows.text(0, 0),
                let format = rows.integer(0, 1), let fingerprint = rows.text(0, 2)
            else { throw place.lacksDescription }
            guard format <= Int64(StoreMetadata.formatVersion) else {
                throw place.error(
                    .newer,
                    "The store is of format \(format), and this version of Granary knows up to \(StoreMetadata.formatVersion). It was left untouched. Update Granary."
                )
            }
            self.id = id
            self.format = format
            self.fingerprint = fingerprint
            if hasSchema, !present.contains(StoreMetadata.schemaTable) { throw place.lacksDescription }
        }

        private static func rows(_ connection: Connection) throws -> ResultSet? {
            do {
                return try connection.run(
                    "SELECT id::pg_catalog.text, format, fingerprint FROM granary_store")
            } catch let failure as EngineError where failure.state == "42703" {
                // The table exists, so a missing column is damage, not another schema.
                throw connection.place.lacksDescription
            }
        }
    }

    private static let presence = """
        SELECT c.relname::pg_catalog.text FROM pg_catalog.pg_class c WHERE c.relnamespace = \
        (SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.nspname = $1::pg_catalog.text) \
        AND c.relname IN (\(relations.map { "'\($0)'" }.joined(separator: ", ")))
        """

    /// The names of the configurations whose models the store holds.
    static func configurations(on connection: Connection) throws -> [String] {
        try connection.texts(namesOfConfigurations)
    }

    private static let namesOfConfigurations = "SELECT name FROM granary_configurations ORDER BY name"

    /// The metadata of a store that has no tables yet.
    private init(new fingerprint: String) {
        identity = StoreIdentity(
            id: UUID().uuidString.lowercased(), formatVersion: Self.formatVersion, fingerprint: fingerprint,
            configurations: [])
        schema = StoredSchema()
        number = KnownSchema.unknown
    }

    /// The store's content, read in one round trip.
    private struct Content {
        var configurations: [String] = []
        var tables: [String: [String]] = [:]
        var json: String?

        init(_ connection: Connection, hasSchema: Bool) throws {
            try connection.send(StoreMetadata.namesOfConfigurations)
            try connection.send("SELECT \"table\", configuration FROM granary_tables ORDER BY \"table\"")
            if hasSchema { try connection.send("SELECT schema FROM granary_schema") }
            try connection.sync()
            let results = try connection.finish()
            guard results.count >= 2 else { throw EngineError.lost }
            configurations = (0..<results[0].count).compactMap { results[0].text($0, 0) }
            for row in 0..<results[1].count {
                guard let table = results[1].text(row, 0), let configuration = results[1].text(row, 1) else {
                    continue
                }
                tables[configuration, default: []].append(table)
            }
            guard hasSchema, let schema = results.last, schema.count > 0 else { return }
            json = schema.text(0, 0)
        }
    }

    /// Writes the metadata of a new store.
    static func create(fingerprint: String, on connection: Connection) throws -> StoreMetadata {
        let metadata = StoreMetadata(new: fingerprint)
        try connection.define(definitions)
        try connection.run(
            "INSERT INTO granary_store (id, format, fingerprint) VALUES ($1::pg_catalog.text::pg_catalog.uuid, $2::pg_catalog.int8, $3::pg_catalog.text)",
            .text(metadata.identity.id), .integer(Int64(formatVersion)), .text(fingerprint))
        try record(StoredSchema(), fingerprint: fingerprint, on: connection)
        return metadata
    }

    /// Writes the description of the store's content, which makes it a store of the newest format.
    static func record(
        _ schema: StoredSchema, fingerprint: String, on connection: Connection
    ) throws {
        try connection.send(schemaDefinition, answer: .checked, isNamed: false)
        try connection.send(
            "INSERT INTO granary_schema (schema) VALUES ($1::pg_catalog.text) ON CONFLICT (only_row) DO UPDATE SET schema = EXCLUDED.schema",
            Parameters([.text(try schema.json())]), answer: .checked, isNamed: false)
        try connection.send(
            "UPDATE granary_store SET fingerprint = $1::pg_catalog.text, format = $2::pg_catalog.int8",
            Parameters([.text(fingerprint), .integer(Int64(formatVersion))]), answer: .checked, isNamed: false
        )
        try connection.sync()
        try connection.finish()
    }

    /// Notes the tables of the store's configurations again, after they were changed.
    static func rewrite(
        _ layout: SQLLayout, from source: StoredSchema, to target: StoredSchema, on connection: Connection
    ) throws {
        let names = layout.configurations.intersection(source.configurations.union(target.configurations))
        let left = source.configurations.subtracting(target.configurations)
        for name in names.union(left).sorted() {
            try connection.run(
                "DELETE FROM granary_tables WHERE configuration = $1::pg_catalog.text", .text(name))
        }
        try record(layout, configurations: names, on: connection)
    }

    /// Records that the store holds the tables of some configurations.
    static func record(_ layout: SQLLayout, configurations: Set<String>, on connection: Connection) throws {
        for name in configurations.sorted() {
            try connection.send(
                "INSERT INTO granary_configurations VALUES ($1::pg_catalog.text) ON CONFLICT DO NOTHING",
                Parameters([.text(name)]), answer: .checked)
        }
        for (table, configuration) in layout.tablesWithConfigurations
        where configurations.contains(configuration) {
            try connection.send(
                "INSERT INTO granary_tables VALUES ($1::pg_catalog.text, $2::pg_catalog.text)",
                Parameters([.text(table.name), .text(configuration)]), answer: .checked)
        }
        try connection.sync()
        try connection.finish()
    }
}
