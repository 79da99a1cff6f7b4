internal import CLevelDB
internal import GranaryStore
internal import GranaryKeyValue

/// Copies the directory of a store, and puts a copy in its place.
struct StoreCopying {
    private let configuration: StoreConfiguration
    private let directory: StoreDirectory
    private let options: LevelDBOptions
    private var place: StorePlace { directory.place }

    /// Prepares the work on the directory of a configuration; nothing is opened yet.
    init(_ configuration: StoreConfiguration) throws {
        self.configuration = configuration
        directory = try StoreDirectory(configuration)
        options = try LevelDBOptions(configuration.options)
    }

    // MARK: Copying

    func copy(as purpose: StoreCopy.Purpose) throws -> StoreCopy? { try copy { try target(for: purpose) } }

    /// Copies a store that is not in use into the directory that a closure makes, with the hold on it; `nil` without a
    /// store.
    func copy(to makeTarget: () throws -> (StoreDirectory, (any Sendable)?)) throws -> StoreCopy? {
        guard let identity = try directory.identity(), try !directory.names().isEmpty else { return nil }
        directory.removeAbandoned()
        let claim = try directory.claim(identity, to: "copied")
        defer { claim.release() }
        let described = try StoreDescription(directory).catalogue
        try directory.requireUnlocked()
        try StoreDescription.requireFiles(directory)
        try LogRecovery(directory, of: described.id).run()
        let (saves, catalogue) = try state()
        // The truth is in the database: an interruption may have left an older description.
        try StoreDescription.write(catalogue, replacing: described, in: directory)
        let (target, hold) = try makeTarget()
        do {
            try directory.copyFiles(to: target)
        } catch {
            try? target.removeAll()
            throw error
        }
        var copied = configuration
        (copied.location, copied.file) = (target.parent, target.name)
        copied.onIncompatible = .refuse
        copied.isReadOnly = false
        return StoreCopy(
            configuration: copied, saves: saves, schema: catalogue.storedSchema(like: StoredSchema()),
            hold: hold)
    }

    private func target(for purpose: StoreCopy.Purpose) throws -> (StoreDirectory, FileHold?) {
        switch purpose {
        case .working: return try directory.makeUnfinished()
        case .keeping:
            let target = try directory.unused("")
            try target.make()
            return (target, nil)
        }
    }

    /// Runs a closure while the store is not in use, provided that it is unchanged since it was copied.
    func requireUnchanged(_ copy: StoreCopy, _ body: () throws -> Void) throws {
        guard let identity = try directory.identity() else {
            throw place.error(.conflict, "The store was removed while it was moved.")
        }
        let claim = try directory.claim(identity, to: "moved")
        defer { claim.release() }
        try directory.requireUnlocked()
        try LogRecovery(directory, of: StoreDescription(directory).catalogue.id).run()
        let present = try state()
        try copy.requireUnchanged(
            saves: present.saves, schema: present.catalogue.storedSchema(like: StoredSchema()))
        try directory.requireUnlocked()
        try body()
    }

    /// The number of the last save, and the catalogue.
    private func state() throws -> (saves: Int64, catalogue: StoreCatalogue) {
        let database = try LevelDBDatabase(in: directory, options, creating: false) {}
        defer { database.close() }
        let engine = LevelDBEngine(database, options)
        do {
            return (try KeyValueStore.saves(in: engine), try StoreCatalogue(in: engine))
        } catch {
            throw place.named(error)
        }
    }

    func copies() throws -> [StoreConfiguration] {
        // Nothing is kept in a directory that is not there, as that of an account which was never opened.
        try directory.namesBeside().filter(directory.isKept).map { name in
            var kept = configuration
            (kept.location, kept.file) = (directory.parent, name)
            return kept
        }
    }

    // MARK: Taking the place

    func replace(with copy: StoreCopy) throws {
        let source = try StoreDirectory(copy.configuration)
        guard let identity = try directory.identity(), let other = try source.identity() else {
            throw place.error(
                .conflict, "The store, or the copy of it, was removed meanwhile; nothing was changed.")
        }
        let claims = (try directory.claim(identity, to: "replaced"), try source.claim(other, to: "used"))
        defer {
            claims.0.release()
            claims.1.release()
        }
        try directory.requireUnlocked()
        try LogRecovery(directory, of: StoreDescription(directory).catalogue.id).run()
        let present = try state()
        try copy.requireUnchanged(
            saves: present.saves, schema: present.catalogue.storedSchema(like: StoredSchema()))
        try source.synchronize()
        try directory.requireUnlocked()
        try directory.exchange(with: source)
        // The old store now has the copy's name, by which an opening removes it if this process ends here.
        try source.removeAll()
    }
}
