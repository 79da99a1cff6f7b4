internal import GranaryStore
internal import GranarySQL

/// One attempt to open a store: looks first, then opens or makes it, in one transaction.
struct StoreOpening {
    let options: PostgreSQLOptions
    let place: StorePlace
    let isReadOnly: Bool
    /// The options for listening to others; `nil` if their saves are not asked for.
    let listeningOptions: PostgreSQLOptions?
    let layout: SQLLayout
    let fingerprint: String
    private let sharing: SharedResources?
    /// The schema that the store is to hold.
    private let wanted: StoredSchema
    private let toleratesAdditions: Bool
    /// The error for a store that is not there; `nil` if one is made.
    private let missing: (any Error)?
    /// The configuration that leads to the store.
    let configuration: StoreConfiguration

    /// The parts of an opened store.
    struct Result {
        let identity: StoreIdentity
        /// The number at which the tables were compared.
        let number: Int64
        let isNew: Bool
        let server: ServerConnections
        let pool: SessionPool<Connection>
        let listening: ServerListening?
    }

    /// Reads a request; nothing is opened yet.
    init(_ request: StoreOpenRequest) throws {
        configuration = request.configuration
        options = try PostgreSQLOptions(configuration)
        place = StorePlace(.postgresql, store: configuration.name, path: options.description)
        isReadOnly = configuration.isReadOnly
        listeningOptions = try PostgreSQLOptions(listening: configuration)
        wanted = StoredSchema(request)
        toleratesAdditions = request.toleratesAdditions
        missing = request.mayCreate ? nil : place.named(request.missing)
        layout = SQLLayout(entities: request.entities, links: request.links)
        fingerprint = request.fingerprint
        sharing = request.isForOnePass ? nil : request.sharing
    }

    private var schema: StoreSchema {
        StoreSchema(
            layout: layout, wanted: wanted, name: options.schema, toleratesAdditions: toleratesAdditions)
    }
    private var content: StoreContent { StoreContent(schema: options.schema, place: place) }

    /// Opens the store.
    func open() throws -> Result {
        let server = ServerConnections.shared(for: options, sharing)
        let pool = SessionPool<Connection>(sharing: server.stock, place: place)
        do {
            let found = try run(over: pool) { connection in
                try connection.refuseBalancing()
                return try findOrMake(connection)
            }
            return Result(
                identity: found.identity, number: found.number, isNew: found.isNew, server: server,
                pool: pool,
                listening: listeningOptions.map { ServerListening.shared(for: $0, sharing) })
        } catch {
            pool.close()
            server.closeIfUnused()
            guard let failure = error as? EngineError else { throw error }
            throw failure.translated(at: place, doing: "opening the store")
        }
    }

    /// Reads something over a connection that open stores share, or over a new one.
    func reading<R>(_ body: (Connection) throws -> R) throws -> R {
        let server = ServerConnections.shared(for: options, sharing)
        let pool = SessionPool<Connection>(sharing: server.stock, place: place)
        defer { pool.close() }
        return try run(over: pool, body)
    }

    /// Runs a body over a connection of a pool, again where one that others have used is lost.
    private func run<R>(
        over pool: SessionPool<Connection>, _ body: (Connection) throws -> R
    ) throws -> R {
        while true {
            var isNew = false
            let connection = try pool.acquire(nil) {
                isNew = true
                return try ConnectionOpening(options: options, place: place).open()
            }
            defer { pool.release(connection) }
            do {
                try connection.serve(options, at: place)
                return try body(connection)
            } catch let failure as EngineError where failure.endsConnection && !isNew {
                connection.close()
            } catch {
                connection.rollBack()
                throw error
            }
        }
    }

    private typealias Found = (identity: StoreIdentity, number: Int64, isNew: Bool)

    /// The identity of the store, which it makes or completes if needed.
    private func findOrMake(_ connection: Connection) throws -> Found {
        // Most openings find a complete store, and change nothing.
        if let found = try inspect(connection) { return found }
        if isReadOnly { try content.requireHere(on: connection) }
        if isReadOnly {
            throw place.error(
                .notFound,
                "There is no store in the schema, or not for these models, and a read-only configuration cannot create one. Correct the place, or open it for writing."
            )
        }
        if try StoreArrival(self).finishOrAbandon(on: connection), let found = try inspect(connection) {
            return found
        }
        // The first question goes along with these: at read committed it sees the commits of others before the lock was
        // granted.
        try connection.sendBegin(.committed)
        try content.sendLock(on: connection)
        let result = try makeOrComplete(connection)
        try connection.commit()
        return result
    }

    /// The identity of a complete store; `nil` if something must be made.
    ///
    /// - Throws: ``GranaryError/Code/incompatible`` when the store does not fit.
    private func inspect(_ connection: Connection) throws -> Found? {
        defer { connection.rollBack() }
        guard let look = try look(connection) else { return nil }
        guard look.difference.isEmpty else {
            throw place.named(GranaryError.incompatible(look.difference.findings))
        }
        let metadata = look.metadata
        let isSame =
            metadata.identity.fingerprint == fingerprint
            && metadata.schema == metadata.schema?.exchanging(layout.configurations, for: wanted)
            && metadata.schema != nil
        guard look.missing.isEmpty, isSame || isReadOnly else { return nil }
        return (metadata.identity, metadata.number, false)
    }

    /// The result of examining a store.
    struct Look {
        let metadata: StoreMetadata
        /// The difference between its tables and the wanted ones.
        let difference: SchemaDifference
        /// The configurations that it does not hold yet.
        let missing: Set<String>
    }

    /// Examines the store in a transaction that it begins; `nil` if there is none.
    func look(_ connection: Connection) throws -> Look? {
        try connection.sendBegin(.snapshot)
        guard let metadata = try metadata(on: connection) else { return nil }
        return Look(
            metadata: metadata, difference: try schema.difference(from: metadata, on: connection),
            missing: layout.configurations(missingIn: metadata.identity))
    }

    /// The metadata of the store, in the open transaction, which is begun again if it is not whole; `nil` where there
    /// is none.
    private func metadata(on connection: Connection) throws -> StoreMetadata? {
        if let metadata = try StoreMetadata(whole: connection) { return metadata }
        connection.rollBack()
        try connection.sendBegin(.snapshot)
        return try StoreMetadata(connection, schema: options.schema)
    }

    /// Makes or completes the store, in the open transaction, which holds the lock for that.
    private func makeOrComplete(_ connection: Connection) throws -> Found {
        var found = try StoreMetadata(connection, schema: options.schema)
        let isNew = found == nil
        if let metadata = found {
            let difference = try schema.difference(from: metadata, on: connection)
            guard difference.isEmpty else {
                throw place.named(GranaryError.incompatible(difference.findings))
            }
        }
        if found == nil {
            try content.requireHere(on: connection)
            if let missing { throw missing }
            try content.makeSchema(on: connection)
            try content.refuseStrangers(on: connection)
            found = try StoreMetadata.create(fingerprint: fingerprint, on: connection)
        }
        guard let metadata = found else { throw place.named(GranaryError.incompatible([])) }
        try schema.create(layout.configurations(missingIn: metadata.identity), on: connection)
        let held = try StoreMigration.schema(metadata, in: options.schema, on: connection)
        try StoreMetadata.record(
            held.exchanging(layout.configurations, for: wanted), fingerprint: fingerprint, on: connection)
        var identity = metadata.identity
        identity.formatVersion = StoreMetadata.formatVersion
        identity.fingerprint = fingerprint
        identity.configurations = try StoreMetadata.configurations(on: connection)
        return (identity, try KnownSchema.number(on: connection), isNew)
    }
}
