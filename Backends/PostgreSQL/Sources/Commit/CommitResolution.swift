#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Granary
internal import GranarySQL

/// Finds out what became of a save whose connection was lost while it was committed.
///
/// The save's transaction has recorded its id. The resolver inserts the same id: while that transaction is still
/// under way this waits for it; success means that it was not committed, and never can be; a duplicate means that
/// it was. Looking the id up instead would miss a commit that comes late.
struct CommitResolution {
    private let store: PostgreSQLStore
    private let interruption: Interruption

    /// Makes a resolver.
    init(_ store: PostgreSQLStore, _ interruption: Interruption) {
        self.store = store
        self.interruption = interruption
    }

    /// Tries until the option `resolveTimeout` is over; returns the connection that got through, and whether the
    /// save is committed.
    ///
    /// - Throws: ``GranaryError/Code/outcomeUnknown`` when the server stays unreachable.
    func resolve(_ save: SaveIdentifier) throws -> (Connection, Bool) {
        let deadline = Deadline(millisecondsFromNow: store.options.resolveTimeout)
        var cause: any Error = EngineError.lost
        repeat {
            do {
                return try attempt(save)
            } catch {
                cause = error
                guard Self.mayPass(error) else { break }
            }
            // The server may be starting again.
            usleep(50_000)
        } while !deadline.isPast
        throw store.place.error(
            .outcomeUnknown,
            "The connection was lost while the save was committed, and the server could not be asked what became of it. Before saving again, look whether the changes are there.",
            cause: cause is EngineError ? nil : cause)
    }

    private static func mayPass(_ error: any Error) -> Bool {
        if let error = error as? EngineError { return error.endsConnection || error.meaning.code.isRetryable }
        return (error as? GranaryError)?.code.isRetryable ?? false
    }

    private func attempt(_ save: SaveIdentifier) throws -> (Connection, Bool) {
        let connection = try ConnectionOpening(options: store.options, place: store.place).open(interruption)
        if let transaction = save.transaction { end(transaction, connection) }
        try connection.sendBegin(.committed)
        try connection.send(
            "\(SaveIdentifier.insert) ON CONFLICT DO NOTHING RETURNING 1", Parameters([.uuid(save.id)]))
        try connection.sendCommit()
        try connection.sync()
        guard let rows = try connection.finish().first else { throw EngineError.lost }
        return (connection, rows.count == 0)
    }

    /// Ends the server's side of the lost connection, which may not have noticed yet; a commit under way is finished
    /// first.
    private func end(_ transaction: String, _ connection: Connection) {
        _ = try? connection.run(
            """
            SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_locks WHERE locktype = 'transactionid' \
            AND mode = 'ExclusiveLock' AND granted AND transactionid::pg_catalog.text = $1::pg_catalog.text
            """, .text(transaction))
    }
}
