#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore
internal import GranarySQL

/// Finds out the outcome of a save whose connection was lost during the commit.
///
/// The save's transaction has recorded its id. The resolver inserts the same id: while that transaction is still under
/// way this waits for it; success means that it was not committed, and never can be; a duplicate means that it was. A
/// look-up of the id instead would miss a late commit.
///
/// The resolver removes at once the id that it has inserted: an id that is in the store is always that of a save, also
/// for the next inquiry when the answer to this one is lost.
struct CommitResolution {
    private let store: PostgreSQLStore

    /// Makes a resolver.
    init(_ store: PostgreSQLStore) { self.store = store }

    /// Tries until the option `resolveTimeout` is over; returns the connection that got through, and whether the
    /// save is committed.
    ///
    /// - Throws: ``GranaryError/Code/outcomeUnknown`` when the server stays unreachable.
    func resolve(_ save: SaveIdentifier) throws -> (Connection, Bool) {
        let deadline = Deadline(millisecondsFromNow: store.options.resolveTimeout)
        var cause: any Error = EngineError.lost
        repeat {
            do {
                return try attempt(save, until: deadline)
            } catch {
                cause = error
                guard Self.mayPass(error) else { break }
            }
            // The server may be starting again.
            usleep(50_000)
        } while !deadline.isPast
        throw store.place.error(
            .outcomeUnknown,
            "The connection was lost while the save was committed, and the server cannot be reached to find out the outcome. Before saving again, check whether the changes were saved.",
            cause: cause is EngineError ? nil : cause)
    }

    /// Whether another attempt may succeed; a server that takes no changes may be about to take over from the one
    /// that was lost.
    private static func mayPass(_ error: any Error) -> Bool {
        if let error = error as? EngineError {
            // 25006: the server reached is a standby, perhaps one that is about to be promoted.
            return error.endsConnection || error.meaning.code.isRetryable || error.state == "25006"
        }
        return (error as? GranaryError)?.code.isRetryable ?? false
    }

    /// Asks once; a request to interrupt the session does not stop that, since the outcome has to be known.
    private func attempt(_ save: SaveIdentifier, until deadline: Deadline) throws -> (Connection, Bool) {
        let connection = try ConnectionOpening(options: store.options, place: store.place).open()
        // A lock that is not had in time is given up by the server, a server that is silent by this side.
        let left = max(-deadline.millisecondsSince, 100)
        connection.deadline = Deadline(millisecondsFromNow: left + 1_000)
        defer { connection.deadline = nil }
        // Otherwise the id stays locked until the server notices that the lost connection is gone.
        if let transaction = save.transaction { end(transaction, connection) }
        try connection.sendBegin(.committed)
        try connection.send(
            "SELECT pg_catalog.set_config('lock_timeout', $1::pg_catalog.text, true)",
            Parameters([.text(String(left))]), answer: .checked)
        try connection.send(
            "\(SaveIdentifier.insert) ON CONFLICT DO NOTHING RETURNING 1", Parameters([.uuid(save.id)]))
        // In the same message, so that the id does not stay locked where the connection is lost in between.
        try connection.sendRollback()
        try connection.sync()
        guard let rows = try connection.finish().first else { throw EngineError.lost }
        let isCommitted = rows.count == 0
        if isCommitted { try confirm(save, connection) }
        return (connection, isCommitted)
    }

    /// Makes a committed save as durable as other saves of the store.
    ///
    /// Its commit may have been waiting for a replica when the connection was lost. A later commit waits for the same
    /// replicas, and more.
    private func confirm(_ save: SaveIdentifier, _ connection: Connection) throws {
        try connection.sendBegin(.committed)
        try connection.send(SaveIdentifier.confirm, Parameters([.uuid(save.id)]), answer: .checked)
        try connection.commit()
    }

    /// Ends the server's side of the lost connection, which may not have noticed yet; a commit under way is finished
    /// first.
    private func end(_ transaction: SaveIdentifier.Transaction, _ connection: Connection) {
        _ = try? connection.run(
            SaveIdentifier.end, .text(transaction.number), .integer(transaction.process),
            .integer(transaction.begin))
    }
}
