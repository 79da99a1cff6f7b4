internal import GranaryStore
internal import GranarySQL

/// The connection of a store that reserves keys, opened at its first use; one thread at a time.
///
/// It is not one of the pool's: a unit of work that waited for a second one there could wait for itself.
final class KeyConnection: @unchecked Sendable {  // lock: `connection` and `isClosed` only inside `monitor`.
    private let monitor = Monitor()
    private let options: PostgreSQLOptions
    private let place: StorePlace
    private var connection: Connection?
    private var isClosed = false

    /// Makes the place of a connection that is not open yet.
    init(_ options: PostgreSQLOptions, place: StorePlace) {
        self.options = options
        self.place = place
    }

    /// Runs a body with the connection; once more with another one if it is found lost.
    func withConnection<R>(_ body: (Connection) throws -> R) throws -> R {
        try monitor.withLock {
            if isClosed { throw place.error(.closed, "The store is closed. Open it again.") }
            let isOld = connection != nil
            do {
                return try attempt(body)
            } catch let failure as EngineError where isOld && failure.endsConnection {
                return try attempt(body)
            }
        }
    }

    private func attempt<R>(_ body: (Connection) throws -> R) throws -> R {
        if let connection, connection.isClosedByServer || connection.lifetimeLeft == 0 {
            connection.close()
            self.connection = nil
        }
        let connection = try connection ?? ConnectionOpening(options: options, place: place).open()
        self.connection = connection
        do {
            return try body(connection)
        } catch {
            connection.close()
            self.connection = nil
            throw error
        }
    }

    /// Closes the connection; there is no other one afterwards.
    func close() {
        monitor.withLock {
            isClosed = true
            connection?.close()
            connection = nil
        }
    }
}
