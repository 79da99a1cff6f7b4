internal import CSQLite
public import GranaryStore
internal import GranarySQL
internal import Synchronization

/// A store in one SQLite database file, in write-ahead logging mode: one writer at a time, with concurrent readers.
///
/// Register it with `registry.register(SQLiteStore.self)` or name it as `.sqlite` among the backends. The
/// file is an ordinary database that other programs can read; the backend's README describes its tables.
public final class SQLiteStore: LimitedStore, RecordingStore, RemarkedStore, StoreBackend {
    /// The identity of the store.
    public let identity: StoreIdentity
    /// Whether the opening made the file.
    public let isNew: Bool
    /// The log of a former store that was found without its database.
    public let remarks: [GranaryError]
    /// The schema that the store had recorded when it was opened; `nil` for a store of format 1.
    package let recorded: StoredSchema?

    let place: StorePlace
    let file: StorePath
    let options: SQLiteOptions
    let isReadOnly: Bool
    /// Whether the store is only read, in one pass.
    let isPassing: Bool
    /// Whether the file is read as one that cannot change, because no file can be made next to it.
    let isImmutable: Bool
    let layout: SQLLayout
    let dialect: SQLiteDialect
    /// The schema that reads and saves count on.
    let known: KnownSchema
    /// The right to write to the file, shared by the stores of this process.
    let writeLock: FairLock
    let pool: SessionPool<Connection>
    let keys = KeyCounters()
    private let tables: [EntityTable]
    private let positions: EntityPositions
    let fileIdentity: FileIdentity
    private let closed = Atomic<Bool>(false)
    private let writing: WritingPlace
    /// Distinguishes the saves of others from this store's; `nil` if they are not asked for.
    let watching: StoreWatching?

    init(_ opening: StoreOpening, _ opened: StoreOpening.Result) {
        identity = opened.metadata.identity
        recorded = opened.metadata.schema
        isNew = opened.isNew
        remarks = opened.remark.map { [$0] } ?? []
        place = opening.place
        file = opening.path
        options = opening.options
        isReadOnly = opening.isReadOnly
        isPassing = opening.isPassing
        layout = opening.layout
        dialect = SQLiteDialect()
        known = KnownSchema(opening.schema, of: opened.metadata.identity.id, at: opened.schemaNumber)
        writeLock = opened.writeLock
        fileIdentity = opened.file
        opened.connection.home = (opening.path, opened.file)
        pool = SessionPool(
            limit: options.sessions, timeout: options.sessionTimeout, place: place, opened.connection)
        tables = layout.entities.enumerated().map {
            EntityTable($1, opening.layout.tables[$0], position: $0)
        }
        positions = EntityPositions(layout.entities)
        writing = WritingPlace()
        isImmutable = opened.isImmutable
        // A file that cannot change has no saves.
        watching = opening.followsOthers && !opened.isImmutable ? StoreWatching() : nil
    }

    deinit { try? close() }

    /// The abilities of an open store: all of the backend's.
    public var capabilities: Capabilities { Self.capabilities }

    /// Whether ``close()`` has been called.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// Makes a session, or takes an idle connection for one; waits when as many are in use as the option
    /// `sessions` allows.
    ///
    /// - Throws: ``GranaryError/Code/closed``; ``GranaryError/Code/timeout`` after the option
    ///   `sessionTimeout`.
    public func makeSession() throws -> any StoreSession {
        SQLiteSession(self, try pool.acquire(nil) { try openConnection() })
    }

    /// Makes a session as ``makeSession()`` does, and waits no longer than until the wait is cancelled.
    public func makeSession(_ wait: SessionWait) throws -> any StoreSession {
        SQLiteSession(self, try pool.acquire(wait) { try openConnection() })
    }

    /// Closes the store: at once when no session is in use, else when the last one ends.
    ///
    /// Sessions refuse further calls.
    public func close() throws {
        closed.store(true, ordering: .releasing)
        watching?.stop()
        let (writing, file, fileIdentity, isPassing) = (writing, file, fileIdentity, isPassing)
        pool.close {
            OpenFiles.shared.withLock(of: file) { files in
                writing.close()
                files.close(fileIdentity, isPassing: isPassing)
            }
        }
    }

    /// The table of an entity.
    ///
    /// - Throws: ``GranaryError/Code/query`` when the store does not hold the entity.
    func table(of entity: Entity) throws -> EntityTable {
        // The usual entity is the very object the store was opened with, which needs no look-up by name.
        if let position = positions.find(entity) { return tables[position] }
        throw GranaryError(
            .query, "The store “\(place.store)” does not hold \(entity.name).",
            context: .init(entity: entity.name))
    }

    /// Throws when the file is no longer at its path, so that writes would be lost with it.
    public func requireInPlace() throws {
        try file.require(fileIdentity, at: place)
    }

    /// The connection that reserves keys, opened at its first use; only with the right to write.
    func keyConnection() throws -> Connection {
        if let connection = writing.keyConnection { return connection }
        var options = options
        options.isFullySynchronous = false
        options.readCacheSize = 1 << 16
        let connection = try openConnection(options)
        writing.keyConnection = connection
        return connection
    }

    /// Writes the columns of rows; only with the right to write.
    var columnWriter: SQLiteColumnWriter { writing.columns }
}

/// The state that only the holder of the right to write uses.
private final class WritingPlace: @unchecked Sendable {  // lock: `writeLock`, or no session is left.
    var keyConnection: Connection?
    let columns = SQLiteColumnWriter()

    func close() {
        keyConnection?.close()
        keyConnection = nil
    }
}
