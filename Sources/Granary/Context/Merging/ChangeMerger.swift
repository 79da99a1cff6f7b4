import Logging

/// Merges the saves of others into a context: it reloads loaded, unchanged objects, and no others.
final class ChangeMerger: SnapshotFollower {
    private let inbox: SaveInbox
    let graph: ObjectGraph
    let loader: ObjectLoader
    let access: StoreAccess
    /// The undo history; changes by others belong to none of its steps.
    let history: UndoHistory
    /// The broadcaster that fills the inbox; it has to be told when the context ends.
    private var broadcaster: SaveBroadcaster?

    init(_ inbox: SaveInbox, _ loader: ObjectLoader, _ history: UndoHistory) {
        self.inbox = inbox
        self.loader = loader
        self.history = history
        graph = loader.graph
        access = loader.access
    }

    deinit {
        access.follower = nil
        unregister()
    }

    /// Starts receiving notices of saves.
    func register() {
        let broadcaster = access.coordinator.broadcaster
        broadcaster.register(inbox)
        self.broadcaster = broadcaster
    }

    /// Stops receiving notices of saves.
    func unregister() {
        broadcaster?.unregister(inbox)
        broadcaster = nil
    }

    /// Whether others have saved something that this context has not merged yet.
    var hasNews: Bool { inbox.weight > 0 }

    /// Forgets which keys are absent.
    func snapshotWillEnd() {
        for table in graph.tables { table.forgetAbsent() }
    }

    /// Prepares a read, and releases objects if a sweep is due.
    ///
    /// Merges the saves of others if the context reads the newest state or its snapshot has not begun, unless a stream
    /// is still reading a snapshot.
    func beginReading() throws {
        guard access.readsNewest, !access.isStreaming else {
            // Merge now, because merging may change which unsaved objects concern the query.
            if access.isSnapshotUnread, !access.isStreaming, hasNews { try mergeChanges() }
            return graph.sweepIfDue()
        }
        try access.refreshSessions()
        try mergeChanges()
        graph.sweepIfDue()
    }

    /// Merges the saves of others.
    ///
    /// - Throws: errors of the stores; the notices then wait for the next call.
    func mergeChanges() throws {
        let notices = inbox.drain()
        if notices.isEmpty { return }
        do {
            try access.operating { try merge(notices) }
        } catch {
            graph.forgetMembers()
            inbox.putBack(notices)
            throw error
        }
    }

    /// Merges the saves of others in a new snapshot, without a caller to report errors to.
    ///
    /// After a failure, the next notice or query tries again.
    func mergeChangesUnattended() {
        guard hasNews else { return }
        do {
            try access.operating(access.beginSnapshot)
        } catch {
            access.coordinator.logger.warning(
                "What others saved could not be read; it is read again before the next query.")
        }
    }

    /// Notes rows that this context has written without its objects, so that the objects are reloaded.
    func note(_ notice: SaveNotice) { inbox.post(notice) }

    /// Notifies other contexts of a save of this one.
    func announce(_ notice: SaveNotice) { access.coordinator.broadcaster.post(notice, from: inbox) }

    /// Reloads objects that others have changed while this context had changes to them.
    ///
    /// The next query reloads those that cannot be read now.
    func readOutdated() {
        if graph.outdated.isEmpty || access.isStreaming { return }
        let parts = graph.outdated.takeAll().map {
            SaveNotice.Part(entity: $0.key, updated: Array($0.value), deleted: [])
        }
        inbox.putBack([SaveNotice(parts: parts)])
        access.beginSnapshotWhenPossible()
    }

    /// Begins a new snapshot and reloads every loaded, unchanged object.
    func readEverythingAgain() throws {
        try access.requireOpen()
        try access.refreshSessions()
        // The notices concern objects that are reloaded now; keep them for the case that this fails.
        let notices = inbox.drain()
        graph.forgetMembers()
        do {
            try history.mergingOutsideSteps(reloadEverything)
        } catch {
            inbox.putBack(notices)
            throw error
        }
    }

    private func reloadEverything() throws {
        for table in graph.tables {
            table.forgetAbsent()
            try reloadAll(table)
        }
        for table in graph.tables where table.entity.hasPairs {
            try loader.followPairs(of: graph.unsavedKeys(table), table, freeing: true)
        }
        try clearGone(graph.tables.map(\.entity.index)) { _, _ in true }
    }
}
