internal import GranaryStore
internal import GranarySQL

/// One attempt to open a store: looks first, then opens or makes it.
struct StoreOpening {
    let path: StorePath
    let place: StorePlace
    let options: SQLiteOptions
    let isReadOnly: Bool
    /// Whether the store is only read, in one pass.
    let isPassing: Bool
    private let request: StoreOpenRequest
    let followsOthers: Bool
    let layout: SQLLayout
    let fingerprint: String
    /// The schema that the store is to hold.
    let wanted: StoredSchema
    private let toleratesAdditions: Bool
    let files: StoreFiles

    /// The parts of an opened store.
    struct Result {
        /// The store's description of itself.
        let metadata: StoreMetadata
        /// The number of the last change of any table before the tables were compared.
        let schemaNumber: Int64
        let file: FileIdentity
        let writeLock: FairLock
        let connection: Connection
        let isImmutable: Bool
        let isNew: Bool
        /// A remark for the owner about a former store at the place.
        let remark: GranaryError?
    }

    /// Reads a request; nothing is opened yet.
    init(_ request: StoreOpenRequest) throws { try self.init(request, at: StorePath(request.configuration)) }

    /// Reads a request for the store at a path.
    init(_ request: StoreOpenRequest, at path: StorePath) throws {
        let configuration = request.configuration
        self.path = path
        files = StoreFiles(path, store: configuration.name)
        place = files.place
        options = try SQLiteOptions(configuration.options).bounded(by: request.cacheLimit)
        isReadOnly = configuration.isReadOnly
        isPassing = isReadOnly && request.isForOnePass
        self.request = request
        followsOthers = configuration.followsOthers
        wanted = StoredSchema(request)
        toleratesAdditions = request.toleratesAdditions
        layout = SQLLayout(entities: request.entities, links: request.links)
        fingerprint = request.fingerprint
    }

    /// The tables that the store is to have.
    var schema: StoreSchema {
        StoreSchema(layout: layout, wanted: wanted, toleratesAdditions: toleratesAdditions)
    }

    /// Opens the store, while no other thread opens or removes its file.
    func open() throws -> Result {
        try OpenFiles.shared.withLock(of: path) { openFiles in
            // A file that cannot be removed does no harm.
            if !isReadOnly {
                try? files.removeAbandoned()
                files.clearUnfinishedMove()
            }
            if isReadOnly { try files.notes.requireNoMove() } else { try files.finishOrAbandonMove() }
            try files.notes.requireHere()
            let made = try isPresent() ? nil : StoreCreation(self).run()
            guard let status = try files.status() else { throw missing }
            if !openFiles.isOpen(status.identity) { try isPassing ? requireOwnLog() : inspect() }
            return try open(openFiles, made)
        }
    }

    private var missing: any Error { place.named(request.missing) }

    /// Whether there is a file with something in it.
    private func isPresent() throws -> Bool {
        if let status = try files.status(), status.size > 0 { return true }
        if !request.mayCreate { throw missing }
        return false
    }

    private func open(
        _ openFiles: OpenFiles, _ made: (isFirst: Bool, remark: GranaryError?)?
    ) throws -> Result {
        // On a read-only medium SQLite cannot make the side files through which readers see a log; there is none then.
        let isImmutable = try isReadOnly && !files.isDirectoryWritable && !files.hasLog()
        let connection = try Connection(
            to: path, isReadOnly: isReadOnly, isImmutable: isImmutable, place: place)
        do {
            try FileHeader(connection).validate(at: place)
            try connection.configure(options, isReadOnly: isReadOnly)
            if !isReadOnly { try ensureLogMode(connection) }
            // First: later changes by others have another number, and are compared again.
            let schemaNumber = try connection.schemaNumber()
            let metadata = try complete(connection)
            // Another process may have moved it since; it did not see this connection then.
            try files.notes.requireHere()
            guard let status = try files.status() else { throw missing }
            return Result(
                metadata: metadata, schemaNumber: schemaNumber, file: status.identity,
                writeLock: openFiles.open(status.identity, isPassing: isPassing),
                connection: connection, isImmutable: isImmutable, isNew: made?.isFirst ?? false,
                remark: made?.remark)
        } catch {
            connection.close()
            throw error
        }
    }

    /// Readers concurrent with a writer need the write-ahead log; another program may have switched it off.
    private func ensureLogMode(_ connection: Connection) throws {
        let mode = try connection.texts("PRAGMA journal_mode = WAL").first ?? ""
        if mode != "wal" {
            throw place.error(
                .unsupported, "The file system does not allow SQLite's write-ahead log. Choose a local one.")
        }
    }

    /// Completes a store that fits: checks it once more, under its lock, adds the tables of new configurations, and
    /// records the fingerprint.
    private func complete(_ connection: Connection) throws -> StoreMetadata {
        let schema = schema
        var metadata = try requireFit(of: connection)
        let added = layout.configurations(missingIn: metadata.identity)
        let known = (metadata.schema ?? StoredSchema()).exchanging(layout.configurations, for: wanted)
        if added.isEmpty && metadata.identity.fingerprint == fingerprint && metadata.schema == known {
            return metadata
        }
        if isReadOnly {
            guard added.isEmpty else {
                throw place.error(
                    .incompatible,
                    "The store does not hold the configurations \(added.sorted().joined(separator: ", ")), and a read-only store cannot add them. Open it for writing."
                )
            }
            return metadata
        }
        try connection.begin()
        do {
            // Another process may have been faster.
            let present = try StoreMetadata(connection)
            try schema.create(layout.configurations(missingIn: present.identity), on: connection)
            let held = try StoreMigration.schema(on: connection)
            try StoreMetadata.record(
                held.exchanging(layout.configurations, for: wanted), fingerprint: fingerprint, on: connection)
            try connection.run("COMMIT")
        } catch {
            connection.rollBack()
            throw error
        }
        metadata = try StoreMetadata(connection)
        return metadata
    }
}
