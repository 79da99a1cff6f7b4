internal import GranaryStore
internal import GranarySQL

/// The connections to a server that stores with the same server, database, user and options share.
///
/// The stores of stacks that share have one of these for each server; a store that is opened by itself has its own. See
/// Docs/Decisions/postgresql-shared-connections.md.
final class ServerConnections: Sendable {
    /// Those of sessions.
    let stock: ConnectionStock
    /// The one that reserves keys.
    let keys = KeyConnection()

    private init(_ options: PostgreSQLOptions) {
        stock = ConnectionStock(limit: options.sessions, timeout: options.sessionTimeout)
    }

    /// Those for a store: the ones that open stores have, where it shares with others.
    static func shared(for options: PostgreSQLOptions, _ resources: SharedResources?) -> ServerConnections {
        guard let resources else { return ServerConnections(options) }
        return resources.resource(options.serverKey) { ServerConnections(options) }
    }

    /// Closes what is left after the last store.
    func closeIfUnused() {
        if stock.isUnused { keys.close() }
    }
}
