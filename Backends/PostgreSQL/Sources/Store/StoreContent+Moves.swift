internal import Granary
internal import GranarySQL

/// What a schema says of a store that has left it, in a table of its own.
extension StoreContent {
    /// The name of the table.
    static let movedTable = "granary_moved"

    private var moved: String { "\(SQLName.quoted(schema)).\(Self.movedTable)" }

    /// Where the store of this schema went; `nil` when it is here, or none ever was.
    func destination(on connection: Connection) throws -> String? {
        let found = try connection.integer(
            """
            SELECT pg_catalog.count(*) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
            WHERE n.nspname = $1::pg_catalog.text AND c.relname = '\(Self.movedTable)'
            """, .text(schema))
        if found != 1 { return nil }
        return try connection.texts("SELECT destination FROM \(moved)").first ?? "another place"
    }

    /// Throws when the store of this schema is at another place.
    func requireHere(on connection: Connection) throws {
        guard let destination = try destination(on: connection) else { return }
        throw place.error(
            .notFound,
            "The store was moved to “\(destination)”, and the program ended before it could tell. Name that place in the configuration, or destroy the store of this place to begin a new one."
        )
    }

    /// Says where the store of this schema went.
    func noteDestination(_ destination: String, on connection: Connection) throws {
        try connection.define("CREATE TABLE \(moved) (destination pg_catalog.text NOT NULL)")
        try connection.run("INSERT INTO \(moved) VALUES ($1::pg_catalog.text)", .text(destination))
    }

    /// Forgets where the store of this schema went.
    func forgetDestination(on connection: Connection) throws {
        try connection.define("DROP TABLE IF EXISTS \(moved)")
    }

    /// Throws where there is a store, or something that is not Granary's.
    func requireFree(on connection: Connection) throws {
        let stores = try connection.integer(
            """
            SELECT pg_catalog.count(*) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
            WHERE n.nspname = $1::pg_catalog.text AND c.relname = 'granary_store'
            """, .text(schema))
        if stores != 0 {
            throw place.error(
                .configuration,
                "There is a store in the schema “\(schema)” already, and it was left untouched. Name another one by the option schema."
            )
        }
        try refuseStrangers(on: connection)
    }
}
