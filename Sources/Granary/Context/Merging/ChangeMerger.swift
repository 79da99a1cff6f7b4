import Logging

/// Merges saves of others into a context: it reads loaded, unchanged objects again, and no others.
final class ChangeMerger: SnapshotFollower {
    private let inbox: SaveInbox
    let graph: ObjectGraph
    let loader: ObjectLoader
    let access: StoreAccess
    /// The steps that can be undone; changes by others belong to none of them.
    let history: UndoHistory

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

    /// Ends the notices of further saves.
    func unregister() { access.coordinator.broadcaster.unregister(inbox) }

    /// Whether others have saved something that this context has not merged yet.
    var hasNews: Bool { inbox.weight > 0 }

    /// Forgets which keys have no row.
    func snapshotWillEnd() {
        for table in graph.tables { table.forgetAbsent() }
    }

    /// Prepares a read: merges what others saved if the context reads the newest state, or if its snapshot has not begun,
    /// unless a stream is still reading a snapshot.
    func beginReading() throws {
        guard access.readsNewest, !access.isStreaming else {
            // Now, because merging may change which unsaved objects concern the query.
            if access.isSnapshotUnread, !access.isStreaming, hasNews { try mergeChanges() }
            return graph.sweepIfDue()
        }
        try access.refreshSessions()
        try mergeChanges()
        graph.sweepIfDue()
    }

    /// Merges what others saved.
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

    /// Merges what others saved in a new snapshot, without a caller to report errors to; the next notice or query repeats
    /// what failed.
    func mergeChangesUnattended() {
        guard hasNews else { return }
        do {
            try access.operating(access.beginSnapshot)
        } catch {
            access.coordinator.logger.warning(
                "What others saved could not be read; it is read again before the next query.")
        }
    }

    /// Notes rows that this context has written without its objects, so that the objects are read again.
    func note(_ notice: SaveNotice) { inbox.post(notice) }

    /// Tells other contexts what this one has saved.
    func announce(_ notice: SaveNotice) { access.coordinator.broadcaster.post(notice, from: inbox) }

    /// Reads objects again that others have changed and that changes here, since gone, held back.
    ///
    /// The next query reads those that cannot be read now.
    func readOutdated() {
        if graph.outdated.isEmpty || access.isStreaming { return }
        let parts = graph.outdated.takeAll().map {
            SaveNotice.Part(entity: $0.key, updated: Array($0.value), deleted: [])
        }
        inbox.putBack([SaveNotice(parts: parts)])
        access.beginSnapshotWhenPossible()
    }

    /// Begins a new snapshot and reads every loaded, unchanged object again.
    func readEverythingAgain() throws {
        try access.requireOpen()
        try access.refreshSessions()
        // Their objects are among those read again now; if that fails, the notices must wait.
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
