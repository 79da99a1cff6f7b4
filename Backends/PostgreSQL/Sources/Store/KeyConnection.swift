internal import GranaryStore
internal import GranarySQL

/// The connection that reserves the keys of stores on a server, opened at its first use; one thread at a time.
///
/// It is not one of the pool's: a unit of work that waited for a second one there could wait for itself.
final class KeyConnection: @unchecked Sendable {  // lock: `connection` only inside `monitor`.
    private let monitor = Monitor()
    private var connection: Connection?

    /// Runs a body with the connection, in the schema of a store; once more with another one if it is found lost.
    func withConnection<R>(for store: PostgreSQLStore, _ body: (Connection) throws -> R) throws -> R {
        try monitor.withLock {
            if store.isClosed { throw store.place.error(.closed, "The store is closed. Open it again.") }
            let isOld = connection != nil
            do {
                return try attempt(store, body)
            } catch let failure as EngineError where isOld && failure.endsConnection {
                return try attempt(store, body)
            }
        }
    }

    private func attempt<R>(_ store: PostgreSQLStore, _ body: (Connection) throws -> R) throws -> R {
        if let connection, connection.isClosedByServer || connection.lifetimeLeft == 0 {
            connection.close()
            self.connection = nil
        }
        let connection = try connection ?? store.openConnection()
        self.connection = connection
        do {
            try connection.serve(store.options, at: store.place)
            return try body(connection)
        } catch {
            connection.close()
            self.connection = nil
            throw error
        }
    }

    /// Closes the connection; a store that is open later opens another one.
    func close() {
        monitor.withLock {
            connection?.close()
            connection = nil
        }
    }
}
