internal import GranaryStore
internal import GranarySQL

/// A store that moves into a schema from another database: a copy in a separate schema, which records its origin.
///
/// The database of its origin decides whether it has arrived, by the note that is made there when it leaves. The copy
/// is complete before that note is made, so that it is whole whenever the note exists.
struct StoreArrival {
    /// The configuration that leads to the schema.
    private let configuration: StoreConfiguration
    private let content: StoreContent

    /// Names the schema that a configuration leads to.
    init(_ opening: StoreOpening) {
        configuration = opening.configuration
        content = StoreContent(schema: opening.options.schema, place: opening.place)
    }

    /// The note in a copy about the move that it belongs to.
    struct Origin {
        /// Which move it is.
        let move: String
        /// The place that it comes from, for people.
        let name: String
        /// The identity of the store.
        let store: String
        /// The database that it comes from, where it is one of the same server.
        let database: String?
        /// The schema that it comes from.
        let schema: String
        /// Whether the copy is whole.
        let isReady: Bool
    }

    /// The schema of the copy: one for a schema, however long the names of both.
    var copySchema: String {
        "granary_moving_\(NamesBeside.digest(of: content.schema))"
    }

    private var table: String { "\(SQLName.quoted(copySchema)).granary_origin" }

    // MARK: Making

    /// Records the origin of the copy, which is not complete yet.
    func write(_ origin: Origin, on connection: Connection) throws {
        try connection.define(
            """
            CREATE TABLE \(table) (move pg_catalog.text NOT NULL, name pg_catalog.text NOT NULL, store pg_catalog.text NOT NULL, \
            database pg_catalog.text, schema pg_catalog.text NOT NULL, ready pg_catalog.bool NOT NULL)
            """)
        try connection.run(
            """
            INSERT INTO \(table) VALUES ($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text, \
            $5::pg_catalog.text, FALSE)
            """, .text(origin.move), .text(origin.name), .text(origin.store),
            origin.database.map { .text($0) } ?? .null, .text(origin.schema))
    }

    /// Records that the copy of a move is complete.
    func recordReady(on connection: Connection) throws {
        try connection.define("UPDATE \(table) SET ready = TRUE")
    }

    /// Throws when the copy of a move is gone, because another process took the move for abandoned.
    func require(_ move: String, on connection: Connection) throws {
        guard try origin(on: connection)?.move == move else {
            throw content.place.error(
                .conflict, "The copy of the store is gone, which was on its way. Move the store again.")
        }
    }

    // MARK: Reading

    /// Whether there is a copy, or the beginning of one.
    private func isUnderWay(on connection: Connection) throws -> Bool {
        try connection.integer(
            "SELECT pg_catalog.count(*) FROM pg_catalog.pg_namespace WHERE nspname = $1::pg_catalog.text",
            .text(copySchema)) == 1
    }

    /// The note in the copy; `nil` where there is no copy, or one that was only begun.
    func origin(on connection: Connection) throws -> Origin? {
        let found = try connection.integer(
            """
            SELECT pg_catalog.count(*) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
            WHERE n.nspname = $1::pg_catalog.text AND c.relname = 'granary_origin'
            """, .text(copySchema))
        guard found == 1,
            let rows = try connection.run("SELECT move, name, store, database, schema, ready FROM \(table)"),
            rows.count == 1, let move = rows.text(0, 0), let name = rows.text(0, 1),
            let store = rows.text(0, 2), let schema = rows.text(0, 4), let isReady = rows.bool(0, 5)
        else { return nil }
        return Origin(
            move: move, name: name, store: store, database: rows.text(0, 3), schema: schema, isReady: isReady)
    }

    // MARK: Ending

    /// Gives the copy the schema, in the open transaction.
    func publish(on connection: Connection) throws {
        try content.makeSchema(on: connection)
        try content.requireFree(on: connection)
        try content.removeDestination(on: connection)
        let copy = SQLName.quoted(copySchema)
        let tables = try connection.texts("SELECT \"table\" FROM \(copy).granary_tables ORDER BY 1")
        try content.adopt(
            tables + StoreMetadata.ownTables + [StoreMetadata.schemaTable], from: copySchema, on: connection)
        try drop(on: connection)
    }

    /// Removes the copy.
    func drop(on connection: Connection) throws {
        try connection.define("DROP SCHEMA IF EXISTS \(SQLName.quoted(copySchema)) CASCADE")
    }

    /// Finishes a move to the schema whose process is gone, or gives it up, in a separate transaction; returns whether
    /// there was one.
    ///
    /// - Throws: ``GranaryError/Code/locked`` while a store is being moved to the schema;
    ///   ``GranaryError/Code/notFound`` where the copy may be all that is left; any error from reaching the other
    ///   database.
    @discardableResult
    func finishOrAbandon(on connection: Connection, asking known: StoreMigration? = nil) throws -> Bool {
        guard try isUnderWay(on: connection) else { return false }
        try StoreMigration(configuration).begin(on: connection)
        try waitForMover(on: connection)
        guard let origin = try origin(on: connection), origin.isReady else {
            try drop(on: connection)
            try connection.commit()
            return true
        }
        let old = try route(to: origin, known)
        try old.withConnection(doing: "looking where the store is") { other in
            // The process that moves the store holds this lock from before the note is made until the store has
            // arrived.
            try old.begin(on: other)
            let left = StoreContent(schema: origin.schema, place: content.place)
            let isLeft = try left.note(on: other)?.move == origin.move
            if isLeft {
                try publish(on: connection)
            } else {
                guard try StoreMetadata(other, schema: origin.schema)?.identity.id == origin.store else {
                    throw lost(origin)
                }
                try drop(on: connection)
            }
            try connection.commit()
            if try isLeft && left.hasTables(on: other) { try left.drop(on: other) }
            try other.commit()
        }
        return true
    }

    /// Waits until no store is being moved to this schema, up to the limit for locks.
    private func waitForMover(on connection: Connection) throws {
        do {
            _ = try connection.run(
                "SELECT pg_catalog.pg_advisory_xact_lock(\(CopyHold.lock))", .text(copySchema))
        } catch let failure as EngineError where failure.state == "55P03" {
            throw content.place.error(
                .locked, "A store is being moved to this place. Wait until it has come, and try again.")
        }
    }

    private func route(to origin: Origin, _ known: StoreMigration?) throws -> StoreMigration {
        if let known, known.opening.options.description == origin.name { return known }
        guard let database = origin.database else {
            throw content.place.error(
                .locked,
                "A store was on its way to this place from “\(origin.name)”, and whether it has left is known there only. Attach that place, without starting it, and move the store here again."
            )
        }
        return try .leading(to: database, origin.schema, from: configuration)
    }

    private func lost(_ origin: Origin) -> GranaryError {
        content.place.error(
            .notFound,
            "A store was on its way to this place from “\(origin.name)”, where it is not now. Bring it back there, or give the tables of the schema “\(copySchema)” to this one."
        )
    }
}

extension StoreContent {
    /// Finishes the moves from and to this schema whose processes are gone, or gives them up, so that it can be
    /// removed.
    ///
    /// - Throws: as ``StoreArrival/finishOrAbandon(on:asking:)``, and ``GranaryError/Code/notFound`` where this may be
    ///   all that is left.
    func finishOrAbandonMoves(of configuration: StoreConfiguration, on connection: Connection) throws {
        try StoreArrival(StoreMigration(configuration).opening).finishOrAbandon(on: connection)
        guard let note = try note(on: connection), note.move != nil else { return }
        if let database = note.database, let schema = note.schema {
            let there = try StoreMigration.leading(to: database, schema, from: configuration)
            try there.withConnection(doing: "looking where the store is") { other -> Void in
                try StoreArrival(there.opening).finishOrAbandon(on: other)
            }
        } else if try hasTables(on: connection) {
            throw place.error(
                .notFound,
                "The store was on its way to “\(note.destination)”, and whether it has come is known there only. Start with that place first."
            )
        }
    }
}

extension StoreMigration {
    /// Leads to a schema of another database of the server of a configuration.
    static func leading(
        to database: String, _ schema: String, from configuration: StoreConfiguration
    ) throws -> StoreMigration {
        var other = configuration
        other.options["database"] = database
        other.options["schema"] = schema
        return try StoreMigration(other)
    }

    /// Leads to the schema of a configuration, for work that needs no models.
    init(_ configuration: StoreConfiguration) throws {
        self.init(
            opening: try StoreOpening(
                StoreOpenRequest(configuration: configuration, entities: [], links: [], fingerprint: "")))
    }

    /// Begins a transaction that has the lock of the schema.
    func begin(on connection: Connection) throws {
        try connection.sendBegin(.committed)
        try StoreContent(schema: opening.options.schema, place: opening.place).sendLock(on: connection)
        try connection.sync()
        try connection.finish()
    }
}
