internal import GranaryStore
internal import GranaryKeyValue

/// Examines the store in a directory, migrates it, or moves it away.
struct StoreMigration {
    private let directory: StoreDirectory
    private let configuration: StoreConfiguration
    private let surround: (any KeyValueEngine) -> any KeyValueEngine

    /// Prepares the work on the directory of a configuration; nothing is opened yet.
    init(
        _ configuration: StoreConfiguration,
        around surround: @escaping (any KeyValueEngine) -> any KeyValueEngine = { $0 }
    ) throws {
        self.configuration = configuration
        self.surround = surround
        directory = try StoreDirectory(configuration)
    }

    /// The schema in the description next to the database; `nil` without a store.
    func storedSchema(like wanted: StoredSchema) throws -> StoredSchema? {
        guard try directory.identity() != nil, try !directory.names().isEmpty else { return nil }
        return try StoreDescription(directory).catalogue.storedSchema(like: wanted)
    }

    /// Carries a plan out.
    func run(_ request: MigrationRequest) throws {
        guard let identity = try directory.identity() else {
            _ = try request.isOpen(for: nil)
            return
        }
        let claim = try directory.claim(identity, to: "migrated")
        defer { claim.release() }
        let described = try StoreDescription(directory).catalogue
        try directory.requireUnlocked()
        try StoreDescription.requireFiles(directory)
        try LogRecovery(directory, of: described.id).run()
        let options = try LevelDBOptions(configuration.options).forOnePass
        let mark = LogMark(described.id)
        let database = try LevelDBDatabase(in: directory, options, creating: false, mark: mark) {}
        defer { database.close() }
        let engine = surround(LevelDBEngine(database, options))
        do {
            let present = try StoreCatalogue(in: engine)
            // The truth is in the database: an interruption may have left an older description.
            try StoreDescription.write(present, replacing: described, in: directory)
            let catalogue = try KeyValueMigration(request, engine).run()
            directory.makeFilesPrivate()
            try StoreDescription.write(catalogue, replacing: present, in: directory)
        } catch {
            throw directory.place.named(error)
        }
    }

    /// Gives the directory a name with the time, or removes it.
    func leave(movingAside: Bool) throws {
        guard let identity = try directory.identity() else { return }
        let claim = try directory.claim(identity, to: movingAside ? "moved aside" : "deleted")
        defer { claim.release() }
        try StoreDescription.require(in: directory)
        try directory.requireUnlocked()
        if movingAside {
            _ = try directory.rename(to: directory.unused(""))
        } else {
            try directory.removeAtOnce()
        }
    }
}
