internal import FoundationEssentials
internal import GranaryStore
internal import GranarySQL

/// Notifies other processes and stacks of a store's saves, and passes theirs on to its watcher.
///
/// Each save sends a notification in its own transaction, so it arrives if the save is committed, and after that; see
/// `NOTIFY` in PostgreSQL's manual. Commits that notify wait for each other there, which is why it is asked for.
final class StoreListening: @unchecked Sendable {  // lock: `monitor` guards the variables below it.
    /// The channel of the store, which its schema's other users listen to as well.
    let channel: String
    /// Whose errors these are.
    let place: StorePlace
    private let server: ServerListening
    /// The origin in this store's notifications, which distinguishes them from others'.
    private let origin = UUID().uuidString
    private let monitor = Monitor()
    private var watcher: (any StoreWatcher)?
    private var isStopped = false
    /// The thread that is calling the watcher.
    private var teller: ThreadIdentity?

    /// Makes a listener for a store; nothing is opened yet.
    init(_ server: ServerListening, _ place: StorePlace, store: String) {
        self.server = server
        self.place = place
        channel = "granary_" + store
    }

    // MARK: Telling others

    /// The most bytes of a notification; the server takes less than 8,000.
    private static let mostBytes = 7_000

    /// Queues a notification that names the changed tables.
    func announce(_ changes: ChangeSet, on connection: Connection) throws {
        let tables = changes.changedTables.sorted().joined(separator: "\n")
        let text = "\(origin)\n\(tables)"
        try connection.send(
            "SELECT pg_catalog.pg_notify($1::pg_catalog.text, $2::pg_catalog.text)",
            Parameters([.text(channel), .text(text.utf8.count <= Self.mostBytes ? text : origin)]),
            answer: .checked)
    }

    // MARK: Listening

    /// Listens over the connection of the server.
    ///
    /// - Throws: ``GranaryError/Code/unavailable`` when the system has no thread or pipe for it; an error that makes
    ///   listening impossible for good.
    func start(_ watcher: any StoreWatcher) throws {
        monitor.withLock { self.watcher = watcher }
        do {
            try server.add(self)
        } catch {
            throw translated(error)
        }
    }

    /// Ends the listening; nothing is reported after that.
    func stop() {
        monitor.withLock {
            isStopped = true
            // The watcher itself may close the store.
            while let teller, !teller.isCurrent { monitor.wait() }
        }
        server.remove(self)
    }

    /// Passes on the saves that notifications report, unless they are the store's own.
    func tell(_ notifications: [String]) {
        var tables: Set<String>? = []
        var isForeign = false
        for text in notifications {
            var lines = text.parts(between: "\n")[...]
            if lines.popFirst() == origin { continue }
            isForeign = true
            tables = lines.isEmpty ? nil : tables?.union(lines)
        }
        if isForeign { telling { $0.othersHaveSaved(in: tables) } }
    }

    /// Reports that saves may have been missed.
    func tellOfGap() { telling { $0.othersHaveSaved(in: nil) } }

    /// Reports that there is no connection at present.
    func tell(of error: GranaryError) {
        telling { $0.watchingFailed(error) }
    }

    private func telling(_ body: (any StoreWatcher) -> Void) {
        let present = monitor.withLock { () -> (any StoreWatcher)? in
            if isStopped { return nil }
            teller = ThreadIdentity()
            return watcher
        }
        if let present { body(present) }
        monitor.withLock { teller = nil }
        monitor.wakeAll()
    }

    /// An error of the connection as one of the store.
    func translated(_ error: any Error) -> GranaryError {
        let error =
            (error as? EngineError)?.translated(at: place, doing: "listening for saves of others")
            ?? place.named(error)
        return error as? GranaryError
            ?? place.error(.engine, "Saves of others cannot be listened for.", cause: error)
    }
}

extension ChangeSet {
    /// The tables of the models that a change set may change, with both sides of pairs.
    fileprivate var changedTables: Set<String> {
        Set(
            deletes.map(\.entity.table) + updates.map(\.entity.table) + inserts.map(\.entity.table)
                + links.flatMap { [$0.table.firstEntity.table, $0.table.secondEntity.table] })
    }
}
