internal import GranaryStore
internal import GranarySQL

/// The note in a schema about a store that has left it, in a separate table.
extension StoreContent {
    /// The name of the table.
    static let movedTable = "granary_moved"

    private var moved: String { "\(quoted).\(Self.movedTable)" }

    /// Where the store of this schema went; `nil` when it is here, or none ever was.
    func note(on connection: Connection) throws -> MoveNote? {
        guard try holds(Self.movedTable, on: connection) else { return nil }
        // Notes of older versions have the first column only.
        let others = ["move", "database", "schema"].map {
            "pg_catalog.jsonb_extract_path_text(pg_catalog.to_jsonb(m), '\($0)')"
        }
        let rows = try connection.run(
            "SELECT m.destination, \(others.joined(separator: ", ")) FROM \(moved) AS m")
        guard let rows, rows.count > 0 else { return MoveNote(destination: "another place") }
        return MoveNote(
            destination: rows.text(0, 0) ?? "", move: rows.text(0, 1), database: rows.text(0, 2),
            schema: rows.text(0, 3))
    }

    /// Throws when the store of this schema is at another place.
    func requireHere(on connection: Connection) throws {
        guard let note = try note(on: connection) else { return }
        throw place.error(
            .notFound,
            "The store was moved to “\(note.destination)”, and the program ended before it could tell. Name that place in the configuration, or destroy the store of this place to begin a new one."
        )
    }

    /// Records the new place of this schema's store.
    func write(_ note: MoveNote, on connection: Connection) throws {
        try connection.define(
            "CREATE TABLE \(moved) (destination pg_catalog.text NOT NULL, move pg_catalog.text, database pg_catalog.text, schema pg_catalog.text)"
        )
        try connection.run(
            "INSERT INTO \(moved) VALUES ($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text)",
            .text(note.destination), Self.value(note.move), Self.value(note.database), Self.value(note.schema)
        )
    }

    private static func value(_ text: String?) -> Value { text.map { .text($0) } ?? .null }

    /// Forgets where the store of this schema went.
    func removeDestination(on connection: Connection) throws {
        try connection.define("DROP TABLE IF EXISTS \(moved)")
    }

    /// Gives tables of another schema, with the store's sequence, to this one.
    func adopt(_ tables: [String], from other: String, on connection: Connection) throws {
        for table in tables {
            try connection.define(
                "ALTER TABLE \(SQLName.quoted(other)).\(SQLName.quoted(table)) SET SCHEMA \(quoted)")
        }
        try connection.define(
            "ALTER SEQUENCE \(SQLName.quoted(other)).granary_version SET SCHEMA \(quoted)")
    }

    /// Whether the tables of a store are in the schema, even if the store is being moved.
    func hasTables(on connection: Connection) throws -> Bool { try holds("granary_store", on: connection) }

    /// Whether there is a table of a name in the schema.
    func holds(_ table: String, on connection: Connection) throws -> Bool {
        try connection.integer(
            """
            SELECT pg_catalog.count(*) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
            WHERE n.nspname = $1::pg_catalog.text AND c.relname = $2::pg_catalog.text
            """, .text(schema), .text(table)) == 1
    }

    /// Throws if there is a store, or anything that is not Granary's.
    func requireFree(on connection: Connection) throws {
        if try hasTables(on: connection) {
            throw place.error(
                .configuration,
                "There is a store in the schema “\(schema)” already, and it was left untouched. Name another one by the option schema."
            )
        }
        try refuseStrangers(on: connection)
    }
}
