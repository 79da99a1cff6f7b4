internal import GranaryStore
internal import GranarySQL
internal import Synchronization

/// Shows others, by a lock of a connection, that a copy is in use; ends with the process.
final class CopyHold: Sendable {
    private let connection: Mutex<Connection>

    /// Locks the name of a copy.
    init(_ name: String, _ opening: StoreOpening) throws {
        let connection = try ConnectionOpening(options: opening.options, place: opening.place).open()
        do {
            _ = try connection.run("SELECT pg_catalog.pg_advisory_lock(\(Self.lock))", .text(name))
        } catch let failure as EngineError {
            connection.close()
            throw failure.translated(at: opening.place, doing: "marking a copy of the store as in use")
        }
        self.connection = Mutex(connection)
    }

    deinit {
        connection.withLock { connection in
            // The server may notice late that a connection has been closed.
            _ = try? connection.run("SELECT pg_catalog.pg_advisory_unlock_all()")
            connection.close()
        }
    }

    /// The lock of a name; the first number is Granary's own.
    static let lock = "1198681723, pg_catalog.hashtext($1::pg_catalog.text)"
}
