internal import CPostgreSQL
internal import GranaryStore
internal import GranarySQL

/// A session over one connection of the store's pool.
///
/// The snapshot is a `REPEATABLE READ` transaction that begins together with the first read. A save ends it and writes
/// in a separate transaction.
final class PostgreSQLSession: StagingSession {
    /// The store.
    let store: PostgreSQLStore
    /// The connection, the session's own until it ends.
    private(set) var connection: Connection
    /// Stops the running call.
    let interruption = Interruption()
    /// Changes that are applied but not committed.
    var staged: StagedWrite?

    /// The id of the session's last save, or of an earlier one of the store, whose record the next one removes.
    var lastSave: SaveIdentifier?

    /// Who has the session, as the pool counts it.
    private let holder: SessionHolder?
    private var cursors: [PostgreSQLCursor] = []
    private var isReading = false
    private var hasLostSnapshot = false
    private var isEnded = false
    private var portals = 0

    /// Makes a session that owns a connection until it ends.
    init(_ store: PostgreSQLStore, _ connection: Connection, of holder: SessionHolder?) {
        self.store = store
        self.holder = holder
        self.connection = connection
        use(connection)
    }

    deinit { end() }

    var answersJoins: Bool { true }
    var interrupter: @Sendable () -> Void { { [interruption] in interruption.request() } }

    private func use(_ connection: Connection) {
        self.connection = connection
        connection.interruption = interruption
        interruption.aim(at: connection.canceller)
    }

    /// Throws when the session or its store is closed, and when it has been interrupted.
    func checkUsable() throws {
        if isEnded || store.isClosed {
            throw store.place.error(.closed, "The session or its store is closed. Open the store again.")
        }
        try checkInterruption()
    }

    private func checkInterruption() throws {
        if interruption.isRequested { throw interrupted() }
    }

    /// The error for an interrupted call; the snapshot ends with it.
    ///
    /// The server may be late to act on the request, and would then stop something else, so the connection is not used
    /// again; except for a prepared save, whose end shows its outcome.
    private func interrupted() -> GranaryError {
        if interruption.hasReachedTarget, staged == nil {
            if isReading { (isReading, hasLostSnapshot) = (false, true) }
            connection.close()
        }
        return interruption.consumeError()
    }

    /// Throws when a save is carried out but not finished, since its transaction has the connection.
    func checkNothingStaged() throws {
        guard staged != nil else { return }
        throw store.place.error(
            .unsupported,
            "A save of this session is prepared. Finish it, or give it up, before anything else.")
    }

    // MARK: Reading

    /// Runs a body that sends statements and reads their answers in the snapshot, which it begins if needed.
    ///
    /// If the connection is found lost before there is a snapshot, another one is taken.
    func reading<R>(_ body: (Connection) throws -> R) throws -> R {
        try checkUsable()
        try checkNothingStaged()
        if hasLostSnapshot {
            throw store.place.error(
                .conflict,
                "The snapshot of this work ended with a statement that failed. Try the unit of work again.")
        }
        let isFresh = !isReading
        do {
            return try isFresh ? attemptFirst(body) : attempt(body)
        } catch let error as EngineError where isFresh && error.endsConnection && !interruption.isRequested {
            isReading = false
            try reconnect()
            // The store on a restarted server may have been migrated in between.
            do { return try attemptFirst(body) } catch { throw failed(error) }
        } catch {
            throw failed(error)
        }
    }

    /// Does the same as ``attempt(_:)`` in a snapshot that begins, after checking tables that have changed again.
    private func attemptFirst<R>(_ body: (Connection) throws -> R) throws -> R {
        do {
            return try attempt(body)
        } catch let error as EngineError where error.tellsOtherSchema {
            isReading = false
            try store.known.renew(connection)
            return try attempt(body)
        }
    }

    private func attempt<R>(_ body: (Connection) throws -> R) throws -> R {
        if !isReading {
            if connection.isBroken { try reconnect() }
            try connection.sendBegin(.snapshot)
            isReading = true
            try store.known.sendLook(on: connection)
        }
        return try body(connection)
    }

    /// Takes another connection in place of one that was lost.
    func reconnect() throws {
        closeCursors()
        interruption.aim(at: nil)
        // The new one takes the place of the lost one in the pool.
        connection.close()
        use(try store.openConnection(interruption))
    }

    /// Continues with a connection that was opened elsewhere, in place of a lost one.
    func replaceConnection(_ other: Connection) {
        connection.close()
        use(other)
    }

    /// The error to throw for a failure, and its effect on the session: a statement that fails ends the transaction.
    func failed(_ error: any Error) -> any Error {
        guard let failure = error as? EngineError else { return error }
        let isInterrupted = interruption.isRequested && (failure.isStopped || failure.endsConnection)
        if isReading {
            isReading = false
            hasLostSnapshot = true
        }
        if isInterrupted {
            connection.close()
            return interrupted()
        }
        connection.rollBack()
        return failure.translated(at: store.place, doing: "running a statement")
    }

    /// Makes a cursor the session's own, so that it ends with the snapshot at the latest.
    func own(_ cursor: PostgreSQLCursor) -> PostgreSQLCursor {
        if !cursors.isEmpty { cursors.removeAll { !$0.isOpen } }
        cursors.append(cursor)
        return cursor
    }

    /// A name for a cursor on the server.
    func portalName() -> String {
        portals += 1
        return "granary_cursor_\(portals)"
    }

    /// The part of this session that sources of rows need.
    var sourceOwner: SourceOwner {
        SourceOwner(
            connection: connection, failed: { [weak self] in self?.failed($0) ?? $0 },
            check: { [weak self] in try self?.checkInterruption() })
    }

    private func closeCursors() {
        for cursor in cursors { cursor.close() }
        cursors = []
    }

    // MARK: Ends

    /// Ends the snapshot without waiting for the server's answer: there is nothing to lose.
    func endSnapshot() {
        closeCursors()
        hasLostSnapshot = false
        guard isReading else { return }
        isReading = false
        do {
            try connection.send("COMMIT", answer: .ignored, isNamed: false)
            try connection.sync()
        } catch {
            connection.close()
        }
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
        if interruption.hasReachedTarget { connection.close() }
        if let lastSave { store.records.leave(lastSave) }
        store.pool.release(connection, of: holder)
    }
}
