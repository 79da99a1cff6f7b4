internal import FoundationEssentials
internal import GranaryStore
internal import GranarySQL
internal import Synchronization

/// Notifies other processes and stacks of saves, and listens for theirs.
///
/// Each save sends a notification in its own transaction, so it arrives if the save is committed, and after that; see
/// `NOTIFY` in PostgreSQL's manual. Commits that notify wait for each other there, which is why it is asked for.
final class StoreListening: Sendable {
    private struct State {
        var isStopped = false
        var interruption: Interruption?
        var waiting: SocketWait?
    }

    private let options: PostgreSQLOptions
    private let place: StorePlace
    /// The channel of the store, which its schema's other users listen to as well.
    private let channel: String
    /// The origin in this store's notifications, which distinguishes them from others'.
    private let origin = UUID().uuidString
    private let state: Mutex<State> = Mutex(State())
    private let thread = WorkerPool(size: 1, name: "granary-listen")

    /// Makes a listener for a store; nothing is opened yet.
    init(_ options: PostgreSQLOptions, _ place: StorePlace, store: String) {
        self.options = options
        self.place = place
        channel = "granary_" + store
    }

    // MARK: Telling

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

    /// Listens on a separate thread and connection, which it opens again when it is lost.
    ///
    /// - Throws: ``GranaryError/Code/unavailable`` when the system has no thread or pipe for it; an error that makes
    ///   listening impossible for good.
    func start(_ watcher: any StoreWatcher) throws {
        let waiting = try SocketWait()
        state.withLock { $0.waiting = waiting }
        nonisolated(unsafe) let first = try listenNow(watcher)  // safe: only the thread uses it from here on.
        try thread.submit { [self] in listen(first, waiting, watcher) }
    }

    /// Opens the first connection; `nil` if another attempt may succeed.
    private func listenNow(_ watcher: any StoreWatcher) throws(GranaryError) -> Connection? {
        do {
            return try listen()
        } catch {
            guard error.code.isRetryable else { throw error }
            watcher.watchingFailed(error)
            return nil
        }
    }

    /// Reports the saves of others until the listening is stopped; a lost connection is opened again after growing
    /// pauses.
    private func listen(_ first: Connection?, _ waiting: SocketWait, _ watcher: any StoreWatcher) {
        var connection = first
        var failures = first == nil ? 1 : 0
        while !isStopped {
            do throws(GranaryError) {
                if let connection {
                    try tell(connection, waiting, watcher)
                    failures = 0
                } else {
                    waiting.pause(min(100 << min(failures, 6), 5_000))
                    if isStopped { break }
                    connection = try listen()
                    // Saves in the meantime were not notified.
                    watcher.othersHaveSaved(in: nil)
                }
            } catch {
                connection?.close()
                connection = nil
                failures += 1
                if !isStopped { watcher.watchingFailed(error) }
            }
        }
        connection?.close()
    }

    /// Ends the listening; nothing is reported after that.
    func stop() {
        let (interruption, waiting) = state.withLock { state in
            state.isStopped = true
            return (state.interruption, state.waiting)
        }
        interruption?.request()
        waiting?.stop()
        thread.shutdown()
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    private func listen() throws(GranaryError) -> Connection {
        let interruption = Interruption()
        let isStopped = state.withLock { state in
            state.interruption = interruption
            return state.isStopped
        }
        if isStopped { throw place.error(.closed, "The store is closed. Open it again.") }
        do {
            let connection = try ConnectionOpening(
                options: options, place: place, interruption: interruption
            ).open()
            try connection.define("LISTEN \(SQLName.quoted(channel))")
            try connection.leavePipeline()
            return connection
        } catch {
            throw translated(error)
        }
    }

    /// Waits for notifications, and reports those of others.
    private func tell(_ connection: Connection, _ waiting: SocketWait, _ watcher: any StoreWatcher)
        throws(GranaryError)
    {
        do {
            var texts = try connection.notifications()
            // One may have come with an earlier answer, which the socket does not show.
            if texts.isEmpty {
                guard waiting.wait(for: connection) else { return }
                texts = try connection.notifications()
            }
            var tables: Set<String>? = []
            var isForeign = false
            for text in texts {
                var lines = text.parts(between: "\n")[...]
                if lines.popFirst() == origin { continue }
                isForeign = true
                tables = lines.isEmpty ? nil : tables?.union(lines)
            }
            if isForeign { watcher.othersHaveSaved(in: tables) }
        } catch {
            throw translated(error)
        }
    }

    private func translated(_ error: any Error) -> GranaryError {
        let error =
            (error as? EngineError)?.translated(at: place, doing: "listening for saves of others") ?? error
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
