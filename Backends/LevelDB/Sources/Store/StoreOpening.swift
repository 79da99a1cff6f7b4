internal import Granary
internal import GranaryKeyValue

/// One attempt to open a store: looks first, then opens or makes it.
struct StoreOpening {
    private let request: StoreOpenRequest
    private let directory: StoreDirectory
    private let options: LevelDBOptions
    private let surround: (any KeyValueEngine) -> any KeyValueEngine
    private var place: StorePlace { directory.place }
    private var configuration: StoreConfiguration { request.configuration }

    /// Reads a request; nothing is opened yet.
    init(
        _ request: StoreOpenRequest,
        around surround: @escaping (any KeyValueEngine) -> any KeyValueEngine = { $0 }
    ) throws {
        self.request = request
        self.surround = surround
        directory = try StoreDirectory(request.configuration)
        let options = try LevelDBOptions(request.configuration.options)
        self.options = request.isForOnePass ? options.forOnePass : options
    }

    /// Opens the store.
    func open() throws -> any Store {
        if configuration.isReadOnly {
            try directory.notes.requireNoMove()
        } else {
            directory.removeAbandoned()
            try directory.finishOrAbandonMove()
        }
        try directory.notes.requireHere()
        let isMissing = try directory.identity() == nil || directory.names().isEmpty
        let isNew = try isMissing && create()
        let claim = try claim()
        do {
            let description = try StoreDescription(directory)
            try directory.requireUnlocked()
            try StoreDescription.requireFiles(directory)
            let differences = description.catalogue.differences(from: request)
            if !differences.isEmpty {
                throw place.named(GranaryError.incompatible(differences))
            }
            try LogRecovery(directory).run()
            return try open(claim, description, isNew: isNew)
        } catch {
            claim.release()
            throw error
        }
    }

    private func claim() throws -> OpenDirectories.Claim {
        guard let identity = try directory.identity() else { throw missing }
        return try directory.claim(identity, to: "opened again")
    }

    private func open(
        _ claim: OpenDirectories.Claim, _ description: StoreDescription, isNew: Bool
    ) throws -> any Store {
        let database = try LevelDBDatabase(in: directory, options, creating: false) { claim.release() }
        let store = try KeyValueStore(
            request, engine: surround(LevelDBEngine(database, options)),
            capabilities: LevelDBStore.capabilities, path: place.path, isNew: isNew,
            copy: description.encoded)
        do {
            // Another process may have moved it since; from now on it finds the store to be in use.
            try directory.notes.requireHere()
            guard store.catalogue.id == description.catalogue.id else {
                throw place.error(
                    .corrupt,
                    "The store's description belongs to another store; files of two stores are mixed. Restore it from a backup."
                )
            }
            directory.makeFilesPrivate()
            if !configuration.isReadOnly {
                try StoreDescription.write(
                    store.encodedCatalogue, replacing: description.encoded, in: directory)
            }
        } catch {
            try? store.close()
            throw error
        }
        return store
    }

    private var missing: GranaryError {
        place.error(
            .notFound,
            "There is no store at the path, and a read-only configuration cannot create one. Correct the path, or open it for writing."
        )
    }

    /// Makes a store under a temporary name and gives it its own when it is complete, so that no moment leaves
    /// half of one; false when another process has been faster, whose store stays.
    private func create() throws -> Bool {
        if configuration.isReadOnly { throw missing }
        let (temporary, hold) = try directory.makeUnfinished()
        do {
            return try withExtendedLifetime(hold) {
                try fill(temporary)
                let isFirst = try temporary.rename(to: directory)
                if !isFirst { try temporary.removeAll() }
                return isFirst
            }
        } catch {
            try? temporary.removeAll()
            throw error
        }
    }

    private func fill(_ temporary: StoreDirectory) throws {
        let database = try LevelDBDatabase(in: temporary, options, creating: true) {}
        let store = try KeyValueStore(
            request, engine: LevelDBEngine(database, options), capabilities: LevelDBStore.capabilities,
            path: place.path)
        defer { try? store.close() }
        // Also the names that LevelDB has given its files: the directory is published when this returns.
        try StoreDescription.write(store.encodedCatalogue, replacing: nil, in: temporary)
    }
}
