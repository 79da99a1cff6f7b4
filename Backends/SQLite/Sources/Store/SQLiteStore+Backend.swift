public import GranaryStore

extension SQLiteStore {
    /// The name of the type: `sqlite`.
    public static var type: StoreType { .sqlite }

    /// Everything that capabilities exist for.
    public static var capabilities: Capabilities {
        [
            .durable, .persistent, .snapshots, .concurrentSessions, .referenceChecks, .interruption, .indexes,
            .severalProcesses, .files, .staging, .nativeQueries, .migration, .inspection, .copying, .moving,
            .foreignSaves, .orderedSaves, .longIndexedValues,
        ]
    }

    /// The options that a configuration may set.
    public static var options: [StoreOption] { SQLiteOptions.descriptions }

    /// The path of the database file, with symbolic links of its directory followed.
    public static func location(of configuration: StoreConfiguration) throws -> String? {
        try StorePath(configuration).path
    }

    /// Opens the file, or makes it, with directories of mode 0700 and a file of mode 0600.
    ///
    /// Existing content is examined first, and left untouched unless it is a store that fits.
    /// - Throws: ``GranaryError/Code/foreign``, ``GranaryError/Code/newer``, ``GranaryError/Code/corrupt``,
    ///   ``GranaryError/Code/incompatible``, ``GranaryError/Code/notFound`` for a read-only store that does not exist,
    ///   ``GranaryError/Code/denied``, ``GranaryError/Code/locked``, ``GranaryError/Code/full``,
    ///   ``GranaryError/Code/io``.
    public static func open(_ request: StoreOpenRequest) throws -> any Store {
        let opening = try StoreOpening(request)
        return SQLiteStore(opening, try opening.open())
    }

    /// Removes the file and its side files; does nothing if there is none.
    ///
    /// - Throws: ``GranaryError/Code/locked`` while the store is open in this process, and as ``open(_:)`` for files
    ///   that are not stores of Granary.
    public static func destroy(_ configuration: StoreConfiguration) throws {
        try StoreFiles(StorePath(configuration), store: configuration.name).destroy()
    }
}

extension SQLiteStore: MigratingBackend {
    /// The schema of the store in the file; `nil` without a file.
    public static func storedSchema(_ request: StoreOpenRequest) throws -> StoredSchema? {
        try StoreMigration(opening: StoreOpening(request)).storedSchema()
    }

    /// Changes the tables of the file in one transaction.
    ///
    /// - Throws: ``GranaryError/Code/locked`` while the store is open in this process.
    public static func migrate(_ request: MigrationRequest) throws {
        try StoreMigration(opening: StoreOpening(request.store)).run(request)
    }

    /// Gives the files other names, or removes them.
    ///
    /// - Throws: ``GranaryError/Code/locked`` while any process has the store open.
    public static func remove(_ configuration: StoreConfiguration, movingAside: Bool) throws {
        try StoreFiles(StorePath(configuration), store: configuration.name).leave(movingAside: movingAside)
    }
}

extension Backend {
    /// SQLite, one file a store.
    public static let sqlite = Backend(SQLiteStore.self)
}
