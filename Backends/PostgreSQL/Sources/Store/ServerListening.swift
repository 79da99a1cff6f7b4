internal import GranaryStore
internal import GranarySQL

/// Listens for the saves of others in the stores that share a server, over one connection.
///
/// It is there from the first store that listens to the last one.
final class ServerListening: @unchecked Sendable {  // lock: `monitor` guards `thread` and `stores`.
    private let options: PostgreSQLOptions
    private let monitor = Monitor()
    private var thread: ListeningThread?
    /// The stores that listen.
    private var stores: Set<ObjectIdentifier> = []

    private init(_ options: PostgreSQLOptions) { self.options = options }

    /// That for a store: the one that open stores have, where it shares with others.
    static func shared(for options: PostgreSQLOptions, _ resources: SharedResources?) -> ServerListening {
        guard let resources else { return ServerListening(options) }
        return resources.resource(["listening"] + options.serverKey) { ServerListening(options) }
    }

    /// Begins to listen for a store; returns when that is so, or when it is known to fail for now.
    ///
    /// - Throws: errors that make listening impossible for good.
    func add(_ store: StoreListening) throws {
        let thread = try monitor.withLock {
            let present = try self.thread ?? ListeningThread(options)
            self.thread = present
            stores.insert(ObjectIdentifier(store))
            return present
        }
        do {
            try thread.add(store)
        } catch {
            remove(store)
            throw error
        }
    }

    /// Ends listening for a store; the connection is closed with the last one.
    func remove(_ store: StoreListening) {
        let (present, isLast) = monitor.withLock { () -> (ListeningThread?, Bool) in
            guard stores.remove(ObjectIdentifier(store)) != nil else { return (nil, false) }
            let present = thread
            if stores.isEmpty { thread = nil }
            return (present, stores.isEmpty)
        }
        present?.remove(store)
        if isLast { present?.stop() }
    }
}
