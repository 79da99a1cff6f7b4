public import GranaryStore
internal import GranarySQL
internal import Synchronization

/// A store in one schema of a PostgreSQL database: several sessions and several processes at a time.
///
/// Register it with `registry.register(PostgreSQLStore.self)` or name it as `.postgresql` among the backends. The
/// tables are ordinary ones that other programs can use; the backend's README describes them.
public final class PostgreSQLStore: LimitedStore, StoreBackend {
    /// The identity of the store.
    public let identity: StoreIdentity
    /// Whether the opening made the tables.
    public let isNew: Bool

    let place: StorePlace
    let options: PostgreSQLOptions
    let isReadOnly: Bool
    let layout: SQLLayout
    let dialect = PostgreSQLDialect()
    let pool: SessionPool<Connection>
    let server: ServerConnections
    let records = SaveRecords()
    /// The schema that reads and saves count on.
    let known: KnownSchema
    /// Notifies others of saves, and receives their notifications; `nil` if they are not asked for.
    let listening: StoreListening?
    let keys = KeyCounters()
    private let tables: [EntityTable]
    private let positions: EntityPositions
    private let closed = Atomic<Bool>(false)

    init(_ opening: StoreOpening, _ opened: StoreOpening.Result) {
        identity = opened.identity
        isNew = opened.isNew
        place = opening.place
        options = opening.options
        isReadOnly = opening.isReadOnly
        layout = opening.layout
        known = KnownSchema(opening, of: opened.identity.id, at: opened.number)
        pool = opened.pool
        server = opened.server
        listening = opened.listening.map { [identity] in
            StoreListening($0, opening.place, store: identity.id)
        }
        tables = layout.entities.enumerated().map { EntityTable($1, opening.layout.tables[$0]) }
        positions = EntityPositions(layout.entities)
    }

    deinit { try? close() }

    /// The abilities of an open store: all of the backend's.
    public var capabilities: Capabilities { Self.capabilities }

    /// Whether ``close()`` has been called.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// Makes a session over an idle connection or a new one; waits when as many are in use as the option `sessions`
    /// allows, by this store and those on its server that share its connections.
    ///
    /// - Throws: ``GranaryError/Code/closed``; ``GranaryError/Code/timeout`` after the option `sessionTimeout`; any
    ///   error from connecting, such as ``GranaryError/Code/unavailable`` and ``GranaryError/Code/denied``.
    public func makeSession() throws -> any StoreSession { try session(nil) }

    /// Makes a session as ``makeSession()`` does, and waits for one no longer than until the wait is cancelled.
    public func makeSession(_ wait: SessionWait) throws -> any StoreSession { try session(wait) }

    private func session(_ wait: SessionWait?) throws -> PostgreSQLSession {
        let holder = wait?.holder
        let connection = try pool.acquire(wait, for: holder) { try openConnection() }
        // A connection that is found lost is replaced at the first use.
        do { try connection.serve(options, at: place) } catch { connection.close() }
        return PostgreSQLSession(self, connection, of: holder)
    }

    /// Opens a connection for a session; the interruption, if there is one, may end the waiting for a server.
    func openConnection(_ interruption: Interruption? = nil) throws -> Connection {
        try ConnectionOpening(options: options, place: place, interruption: interruption).open()
    }

    /// Closes the store: idle connections at once, unless others share them, and those in use when their sessions end.
    ///
    /// Sessions refuse further calls.
    public func close() throws {
        guard !closed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        listening?.stop()
        pool.close()
        server.closeIfUnused()
    }

    /// The table of an entity.
    ///
    /// - Throws: ``GranaryError/Code/query`` when the store does not hold the entity.
    func table(of entity: Entity) throws -> EntityTable {
        if let position = positions.find(entity) { return tables[position] }
        throw GranaryError(
            .query, "The store “\(place.store)” does not hold \(entity.name).",
            context: .init(entity: entity.name))
    }

    /// The sequence behind the integer keys of a table.
    func sequence(ofTable name: String) -> KeySequence? {
        tables.first { $0.definition.name == name }.flatMap(KeySequence.init)
    }
}
