internal import CSQLite
internal import Granary
internal import GranarySQL

/// A session over one connection of the store's pool; it writes when it has the right to.
///
/// The snapshot is a read transaction, begun by the first read.
final class SQLiteSession: StagingSession {
    /// The store.
    let store: SQLiteStore
    /// The connection, the session's own until it ends.
    let connection: Connection
    /// What stops the running call.
    let interruption: Interruption
    private var cursor: SQLiteCursor?
    private var isReading = false
    private var isEnded = false
    /// What is carried out but not committed.
    var staged: StagedWrite?

    /// Makes a session that owns a connection until it ends.
    init(_ store: SQLiteStore, _ connection: Connection) {
        self.store = store
        self.connection = connection
        interruption = Interruption(wakes: store.writeLock)
        interruption.aim(at: connection.handle)
    }

    deinit { end() }

    var interrupter: @Sendable () -> Void { { [interruption] in interruption.request() } }

    /// Readies the session for a read: ends the last cursor and fixes the snapshot.
    func beginRead() throws {
        try checkUsable()
        closeCursor()
        if !isReading {
            try connection.run("BEGIN")
            isReading = true
        }
    }

    /// Throws when the session or its store is closed, and when it has been interrupted.
    func checkUsable() throws {
        if isEnded || store.isClosed {
            throw store.place.error(.closed, "The session or its store is closed. Open the store again.")
        }
        try interruption.check()
    }

    /// Makes a cursor the session's own, so that it ends with the next call.
    func own(_ cursor: SQLiteCursor) -> SQLiteCursor {
        self.cursor = cursor
        return cursor
    }

    private func closeCursor() {
        cursor?.close()
        cursor = nil
    }

    /// Ends the read transaction; a read transaction has nothing to lose, so its end cannot matter.
    func endSnapshot() {
        closeCursor()
        guard isReading else { return }
        isReading = false
        try? connection.run("COMMIT")
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
        store.pool.giveBack(connection)
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
