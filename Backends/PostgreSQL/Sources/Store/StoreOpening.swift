internal import Granary
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
    /// The schema that the store is to hold.
    private let wanted: StoredSchema
    private let toleratesAdditions: Bool
    /// The configuration that leads to the store.
    let configuration: StoreConfiguration

    /// The parts of an opened store.
    struct Result {
        let identity: StoreIdentity
        let connection: Connection
        let isNew: Bool
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
        layout = SQLLayout(entities: request.entities, links: request.links)
        fingerprint = request.fingerprint
    }

    private var schema: StoreSchema {
        StoreSchema(
            layout: layout, wanted: wanted, name: options.schema, toleratesAdditions: toleratesAdditions)
    }
    private var content: StoreContent { StoreContent(schema: options.schema, place: place) }

    /// Opens the store.
    func open() throws -> Result {
        let connection = try ConnectionOpening(options: options, place: place).open()
        do {
            let (identity, isNew) = try findOrMake(connection)
            return Result(identity: identity, connection: connection, isNew: isNew)
        } catch {
            connection.rollBack()
            connection.close()
            guard let failure = error as? EngineError else { throw error }
            throw failure.translated(at: place, doing: "opening the store")
        }
    }

    /// The identity of the store, which it makes or completes if needed.
    private func findOrMake(_ connection: Connection) throws -> (StoreIdentity, isNew: Bool) {
        // Most openings find a complete store, and change nothing.
        if let identity = try inspect(connection) { return (identity, false) }
        if isReadOnly { try content.requireHere(on: connection) }
        if isReadOnly {
            throw place.error(
                .notFound,
                "There is no store in the schema, or not for these models, and a read-only configuration cannot create one. Correct the place, or open it for writing."
            )
        }
        if try StoreArrival(self).finishOrAbandon(on: connection), let identity = try inspect(connection) {
            return (identity, false)
        }
        // The first question goes along with these: at read committed it sees what others have committed before the lock was
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
    private func inspect(_ connection: Connection) throws -> StoreIdentity? {
        try connection.sendBegin(.snapshot)
        defer { connection.rollBack() }
        guard let metadata = try metadata(on: connection) else { return nil }
        let difference = try schema.difference(from: metadata, on: connection)
        guard difference.isEmpty else { throw place.named(GranaryError.incompatible(difference.findings)) }
        let isComplete = layout.configurations(missingIn: metadata.identity).isEmpty
        let isSame =
            metadata.identity.fingerprint == fingerprint
            && metadata.schema == metadata.schema?.exchanging(layout.configurations, for: wanted)
            && metadata.schema != nil
        return isComplete && (isSame || isReadOnly) ? metadata.identity : nil
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
    private func makeOrComplete(_ connection: Connection) throws -> (StoreIdentity, isNew: Bool) {
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
        return (identity, isNew)
    }
}
