internal import CSQLite
internal import GranaryStore
internal import GranarySQL

/// A session over one connection of the store's pool; it writes when it has the right to.
///
/// The snapshot is a read transaction, begun by the first read.
final class SQLiteSession: StagingSession, LookupSession, OrderedSession {
    /// The store.
    let store: SQLiteStore
    /// The connection, the session's own until it ends.
    let connection: Connection
    /// Stops the running call.
    let interruption: Interruption
    private var cursors: [SQLiteCursor] = []
    /// The cursors that look single rows up, by the position of the table.
    private var lookups: [SQLiteCursor?] = []
    private var isReading = false
    private var isEnded = false
    /// Changes that are applied but not committed.
    var staged: StagedWrite?

    /// Makes a session that owns a connection until it ends.
    init(_ store: SQLiteStore, _ connection: Connection) {
        self.store = store
        self.connection = connection
        interruption = Interruption { [writeLock = store.writeLock] in writeLock.wakeAll() }
        interruption.aim(at: connection.handle)
    }

    deinit { end() }

    var answersJoins: Bool { true }
    var interrupter: @Sendable () -> Void { { [interruption] in interruption.request() } }

    /// Readies the session for a read: fixes the snapshot.
    func beginRead() throws {
        try checkUsable()
        if !isReading { try beginSnapshot() }
    }

    private func beginSnapshot() throws {
        try connection.beginSnapshot()
        isReading = true
        do {
            try store.known.check(connection)
        } catch {
            endSnapshot()
            throw interruption.answered(by: error)
        }
    }

    /// Throws when the session or its store is closed, and when it has been interrupted.
    func checkUsable() throws {
        if isEnded || store.isClosed {
            throw store.place.error(.closed, "The session or its store is closed. Open the store again.")
        }
        try interruption.check()
    }

    /// Makes a cursor the session's own, so that it ends with the snapshot at the latest.
    func own(_ cursor: SQLiteCursor) -> SQLiteCursor {
        if !cursors.isEmpty { cursors.removeAll { !$0.isOpen } }
        cursors.append(cursor)
        return cursor
    }

    /// The cursor that looks single rows of a table up, the same one each time; `nil` while it is in use.
    func lookup(in table: EntityTable) throws -> SQLiteCursor? {
        if table.position < lookups.count, let cursor = lookups[table.position] {
            return cursor.isIdle ? cursor : nil
        }
        let statement = try connection.statements(of: table).one()
        let missing = table.position + 1 - lookups.count
        if missing > 0 { lookups += repeatElement(nil, count: missing) }
        let cursor = SQLiteCursor(statement, of: table.entity, interruption)
        cursor.close()
        lookups[table.position] = cursor
        return cursor
    }

    private func closeCursors() {
        for cursor in cursors { cursor.close() }
        for cursor in lookups { cursor?.close() }
        cursors = []
    }

    /// Ends the read transaction; a read transaction has nothing to lose, so its end cannot matter.
    func endSnapshot() {
        closeCursors()
        guard isReading else { return }
        isReading = false
        try? connection.endSnapshot()
        if !connection.isOutsideTransaction { try? connection.run("ROLLBACK") }
    }

    func refresh() throws {
        try checkUsable()
        endSnapshot()
    }

    func end() {
        guard !isEnded else { return }
        isEnded = true
        interruption.end()
        abandonStaged()
        endSnapshot()
        lookups = []
        store.pool.release(connection)
    }

    /// Runs a body whose engine failures may be the answer to an interruption.
    func interruptible<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw interruption.answered(by: error)
        }
    }
}
