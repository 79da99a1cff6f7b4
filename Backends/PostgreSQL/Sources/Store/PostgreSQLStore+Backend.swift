public import GranaryStore

extension PostgreSQLStore {
    /// The name of the type: `postgresql`.
    public static var type: StoreType { .postgresql }

    /// Everything that capabilities exist for, but files.
    public static var capabilities: Capabilities {
        [
            .durable, .persistent, .snapshots, .concurrentSessions, .referenceChecks, .interruption, .indexes,
            .severalProcesses, .staging, .migration, .inspection, .copying, .moving, .foreignSaves,
            .nativeQueries,
        ]
    }

    /// The options that a configuration may set.
    public static var options: [StoreOption] { PostgreSQLOptions.descriptions }

    /// Server, database and schema; nothing is connected to.
    public static func location(of configuration: StoreConfiguration) throws -> String? {
        try PostgreSQLOptions(configuration).description
    }

    /// The same with a separate schema, named after the configuration's, `_` and the place.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` if the name of the schema leaves no room for the place.
    public static func configuration(
        _ configuration: StoreConfiguration, inPlace place: String
    ) throws -> StoreConfiguration {
        var one = configuration
        one.options["schema"] = try PostgreSQLOptions.schema(of: configuration.options, inPlace: place)
        return one
    }

    /// Opens the store in its schema, or makes it there, in one transaction.
    ///
    /// Existing content is examined first, and left untouched unless it is a store that fits.
    /// - Throws: ``GranaryError/Code/unavailable`` for a server that cannot be reached, ``GranaryError/Code/denied``
    ///   for a user, password or certificate that is refused, ``GranaryError/Code/unsupported`` for a database in
    ///   another encoding than UTF-8; ``GranaryError/Code/foreign``, ``GranaryError/Code/newer``,
    ///   ``GranaryError/Code/corrupt``, ``GranaryError/Code/incompatible``; ``GranaryError/Code/notFound`` for a
    ///   read-only store that does not exist.
    public static func open(_ request: StoreOpenRequest) throws -> any Store {
        let opening = try StoreOpening(request)
        return PostgreSQLStore(opening, try opening.open())
    }

    /// Removes the tables that Granary has made, and the schema if nothing else is in it; nothing happens when there
    /// is no store.
    ///
    /// - Throws: ``GranaryError/Code/denied`` when objects of others depend on the tables, and any error from
    ///   connecting.
    public static func destroy(_ configuration: StoreConfiguration) throws {
        let migration = try StoreMigration(configuration)
        let content = StoreContent(schema: migration.opening.options.schema, place: migration.opening.place)
        try migration.withConnection(doing: "removing the store") { connection in
            try content.finishOrAbandonMoves(of: configuration, on: connection)
            try content.destroy(on: connection)
        }
    }
}

extension PostgreSQLStore: MigratingBackend {
    /// The schema of the store in the database's schema; `nil` where there is none.
    public static func storedSchema(_ request: StoreOpenRequest) throws -> StoredSchema? {
        try StoreMigration(opening: StoreOpening(request)).storedSchema()
    }

    /// Changes the tables in one transaction; a process that opens the store at the same time waits.
    public static func migrate(_ request: MigrationRequest) throws {
        try StoreMigration(opening: StoreOpening(request.store)).run(request)
    }

    /// Gives the schema a name with the time, or removes the tables that Granary has made.
    public static func remove(_ configuration: StoreConfiguration, movingAside: Bool) throws {
        guard movingAside else { return try destroy(configuration) }
        let options = try PostgreSQLOptions(configuration)
        let place = StorePlace(.postgresql, store: configuration.name, path: options.description)
        let connection = try ConnectionOpening(options: options, place: place).open()
        defer { connection.close() }
        do {
            try StoreContent(schema: options.schema, place: place).leave(on: connection)
        } catch let failure as EngineError {
            throw failure.translated(at: place, doing: "moving the store aside")
        }
    }
}

extension Backend {
    /// PostgreSQL, one schema a store.
    public static let postgresql = Backend(PostgreSQLStore.self)
}
