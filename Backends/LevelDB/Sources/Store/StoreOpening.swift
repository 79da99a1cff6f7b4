internal import GranaryStore
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
        let options = try LevelDBOptions(request.configuration.options).bounded(by: request.cacheLimit)
        self.options = request.isForOnePass ? options.forOnePass : options
    }

    /// Opens the store.
    func open() throws -> any Store {
        if configuration.isReadOnly {
            try directory.notes.requireNoMove()
        } else {
            directory.removeAbandoned()
            directory.clearUnfinishedMove()
            try directory.finishOrAbandonMove()
        }
        try directory.notes.requireHere()
        let isMissing = try directory.identity() == nil || directory.names().isEmpty
        let isNew = try isMissing && create()
        let claim = try claim()
        do {
            let description = try StoreDescription(directory)
            try directory.requireUnlocked(forReading: configuration.isReadOnly)
            try StoreDescription.requireFiles(directory, forReading: configuration.isReadOnly)
            let differences = description.catalogue.differences(from: request)
            if !differences.isEmpty {
                throw place.named(GranaryError.incompatible(differences))
            }
            return try open(claim, description, isNew: isNew)
        } catch {
            claim.release()
            throw error
        }
    }

    private var missing: any Error { place.named(request.missing) }

    private func claim() throws -> OpenDirectories.Claim {
        guard let identity = try directory.identity() else { throw missing }
        return try directory.claim(identity, to: "opened again")
    }

    private func open(
        _ claim: OpenDirectories.Claim, _ description: StoreDescription, isNew: Bool
    ) throws -> any Store {
        let database = try database(claim, description)
        let engine = LevelDBEngine(database, options)
        let present: EncodedCatalogue
        do {
            present = try settled(description, engine)
        } catch {
            database.close()
            throw place.named(error)
        }
        let store = try KeyValueStore(
            request, engine: surround(engine), capabilities: LevelDBStore.capabilities, path: place.path,
            isNew: isNew, copy: present)
        do {
            // Another process may have moved it since; from here on it finds the store in use.
            try directory.notes.requireHere()
            if !configuration.isReadOnly {
                directory.makeFilesPrivate()
                try StoreDescription.write(store.encodedCatalogue, replacing: present, in: directory)
            }
        } catch {
            try? store.close()
            throw error
        }
        return store
    }

    /// The database in the directory, or, for reading only, in a substitute for it.
    private func database(
        _ claim: OpenDirectories.Claim, _ description: StoreDescription
    ) throws -> LevelDBDatabase {
        let recovery = LogRecovery(directory, of: description.catalogue.id)
        guard configuration.isReadOnly else {
            try recovery.run()
            let mark = LogMark(description.catalogue.id)
            return try LevelDBDatabase(in: directory, options, creating: false, mark: mark) {
                claim.release()
            }
        }
        let reading = try ReadingDirectory(of: directory) { try recovery.whole() }
        do {
            return try LevelDBDatabase(
                in: reading.directory, options, creating: false, readingFor: place
            ) {
                reading.remove()
                claim.release()
            }
        } catch {
            reading.remove()
            throw error
        }
    }

    /// The catalogue of the database, which is also written to the description next to it.
    ///
    /// A migration whose process was killed may have left an older description. It is brought up to date even where the
    /// store is refused, so that the next reader sees the store's current state before opening the database.
    private func settled(
        _ description: StoreDescription, _ engine: LevelDBEngine
    ) throws -> EncodedCatalogue {
        let present = try EncodedCatalogue(in: engine, copy: description.encoded)
        guard present.catalogue.id == description.catalogue.id else {
            throw place.error(
                .corrupt,
                "The store's description belongs to another store; files of two stores are mixed. Restore it from a backup."
            )
        }
        if !configuration.isReadOnly {
            try StoreDescription.write(present, replacing: description.encoded, in: directory)
        }
        return present
    }

    /// Makes a store under a temporary name and gives it its own when it is complete, so that there is never half of
    /// one; false when another process has been faster, whose store stays.
    private func create() throws -> Bool {
        if !request.mayCreate { throw missing }
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
