internal import GranaryStore
internal import GranarySQL

/// The schema of a store as a whole: making it, moving it aside, removing Granary's objects in it.
struct StoreContent {
    let schema: String
    let place: StorePlace

    /// The name of the schema as statements write it.
    var quoted: String { SQLName.quoted(schema) }

    /// Queues a lock, until the end of the transaction, against others who make, change or remove the store.
    func sendLock(on connection: Connection) throws {
        try connection.send(
            "SELECT pg_catalog.pg_advisory_xact_lock(1198681722, pg_catalog.hashtext($1::pg_catalog.text))",
            Parameters([.text(schema)]), answer: .checked)
    }

    /// Makes the schema unless it exists; checks first, since making one needs a right that many users lack.
    func makeSchema(on connection: Connection) throws {
        let found = try connection.integer(
            "SELECT pg_catalog.count(*) FROM pg_catalog.pg_namespace WHERE nspname = $1::pg_catalog.text",
            .text(schema))
        if found == 0 { try connection.define("CREATE SCHEMA \(quoted)") }
    }

    /// The objects in a schema, `d.objid`, by the index of dependencies; the tables of a database have no index by
    /// schema.
    static let members = """
        pg_catalog.pg_namespace n JOIN pg_catalog.pg_depend d \
        ON d.refclassid = 'pg_catalog.pg_namespace'::pg_catalog.regclass AND d.refobjid = n.oid \
        AND n.nspname = $1::pg_catalog.text
        """

    /// Throws when the schema holds something that Granary has not made.
    func refuseStrangers(on connection: Connection) throws {
        let strangers = try connection.integer(
            """
            SELECT pg_catalog.count(*) FROM \(Self.members) JOIN pg_catalog.pg_class c ON c.oid = d.objid \
            WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND c.relname <> '\(Self.movedTable)'
            """, .text(schema))
        if strangers != 0 {
            throw place.error(
                .foreign,
                "The schema “\(schema)” holds tables that are not Granary's; they were left untouched. Name another one by the option schema."
            )
        }
    }

    /// Gives the schema a name with the time, and makes an empty one in its place.
    func moveAside(on connection: Connection) throws {
        guard schema != "public" else {
            throw place.error(
                .unsupported,
                "The schema “public” is not moved aside, since others may use it. Name another one by the option schema."
            )
        }
        let aside = try asideName(on: connection)
        try connection.define("ALTER SCHEMA \(quoted) RENAME TO \(SQLName.quoted(aside))")
    }

    /// A name with the time for a schema that is put aside.
    func asideName(on connection: Connection) throws -> String {
        let stamp = try connection.texts(
            "SELECT pg_catalog.to_char(pg_catalog.clock_timestamp() AT TIME ZONE 'UTC', 'YYYYMMDD\"T\"HH24MISSUS\"Z\"')"
        ).first
        return "\(names.stem)_\(stamp ?? "aside")"
    }

    /// The names of the schemas next to this one.
    var names: NamesBeside { NamesBeside(schema) }

    /// Removes the tables that Granary has made, and the schema if nothing else is in it.
    func drop(on connection: Connection) throws {
        let tables =
            try connection.texts("SELECT \"table\" FROM granary_tables ORDER BY 1") + StoreMetadata.ownTables
            + [StoreMetadata.schemaTable]
        let names = tables.map { "\(quoted).\(SQLName.quoted($0))" }.joined(separator: ", ")
        try connection.define([
            "DROP TABLE IF EXISTS \(names)", "DROP SEQUENCE IF EXISTS \(quoted).granary_version",
        ])
        try dropEmptySchema(on: connection)
    }

    /// Removes the schema if nothing is in it.
    func dropEmptySchema(on connection: Connection) throws {
        guard schema != "public" else { return }
        let left = try connection.integer(
            """
            SELECT pg_catalog.count(d.objid) FROM pg_catalog.pg_namespace n LEFT JOIN pg_catalog.pg_depend d \
            ON d.refclassid = 'pg_catalog.pg_namespace'::pg_catalog.regclass AND d.refobjid = n.oid AND d.deptype = 'n' \
            WHERE n.nspname = $1::pg_catalog.text GROUP BY n.oid, n.nspowner \
            HAVING pg_catalog.pg_has_role(n.nspowner, 'USAGE')
            """, .text(schema))
        if left == 0 { try connection.define("DROP SCHEMA \(quoted)") }
    }

    /// Moves a store aside; does nothing if there is none.
    func leave(on connection: Connection) throws {
        try connection.sendBegin(.committed)
        try sendLock(on: connection)
        try connection.sync()
        try connection.finish()
        if try StoreMetadata.Head(connection, schema: schema) != nil { try moveAside(on: connection) }
        try connection.commit()
    }

    /// Removes a store; does nothing if there is none.
    func destroy(on connection: Connection) throws {
        try connection.sendBegin(.committed)
        try sendLock(on: connection)
        try connection.sync()
        try connection.finish()
        if try note(on: connection) != nil {
            if try hasTables(on: connection) { try drop(on: connection) }
            try removeDestination(on: connection)
            try dropEmptySchema(on: connection)
        } else if try StoreMetadata.Head(connection, schema: schema) != nil {
            try drop(on: connection)
        }
        try connection.commit()
    }
}
