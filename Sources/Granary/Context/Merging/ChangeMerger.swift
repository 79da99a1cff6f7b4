import Logging

/// Merges into a context what others have saved: loaded, unchanged objects are read again, and nothing else.
final class ChangeMerger: SnapshotFollower {
    private let inbox: SaveInbox
    let graph: ObjectGraph
    let loader: ObjectLoader
    let access: StoreAccess
    /// The steps that can be undone, which what others did belongs to none of.
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

    /// Hears of no further saves.
    func unregister() { access.coordinator.broadcaster.unregister(inbox) }

    /// Whether others have saved something that was not merged yet.
    var hasNews: Bool { inbox.weight > 0 }

    /// Forgets which keys have no row.
    func snapshotWillEnd() {
        for table in graph.tables { table.forgetAbsent() }
    }

    /// Merges what others saved, where the context reads the newest state, or its snapshot has not begun, and no
    /// stream needs the one it began with.
    func beginReading() throws {
        guard access.readsNewest, !access.isStreaming else {
            // Before it is known which unsaved changes concern a query.
            if access.isSnapshotUnread, !access.isStreaming, hasNews { try mergeChanges() }
            return graph.sweepIfDue()
        }
        try access.refreshSessions()
        try mergeChanges()
        graph.sweepIfDue()
    }

    /// Merges what others saved.
    ///
    /// - Throws: what a store says; the notices wait for the next time then.
    func mergeChanges() throws {
        let notices = inbox.drain()
        if notices.isEmpty { return }
        do {
            try access.resting { try merge(notices) }
        } catch {
            graph.forgetMembers()
            inbox.putBack(notices)
            throw error
        }
    }

    /// Merges what others saved where no caller waits for it, in a new snapshot; what fails is tried again at the next
    /// notice, and before the next query.
    func mergeChangesUnattended() {
        guard hasNews else { return }
        do {
            try access.beginSnapshot()
        } catch {
            access.coordinator.logger.warning(
                "What others saved could not be read; it is read again before the next query.")
        }
    }

    /// Notes what this context has written without its objects, so that they are read again.
    func note(_ notice: SaveNotice) { inbox.post(notice) }

    /// Tells other contexts what this one has saved.
    func announce(_ notice: SaveNotice) { access.coordinator.broadcaster.post(notice, from: inbox) }

    /// Reads what others have changed and what was kept as it was only for changes that are gone now.
    ///
    /// What cannot be read is read before the next query.
    func readOutdated() {
        if graph.outdated.isEmpty || access.isStreaming { return }
        let parts = graph.outdated.takeAll().map {
            SaveNotice.Part(entity: $0.key, updated: Array($0.value), deleted: [])
        }
        inbox.putBack([SaveNotice(parts: parts)])
        access.resting(access.beginSnapshotAfterCommit)
    }

    /// Begins a new snapshot and reads every loaded, unchanged object again.
    func readEverythingAgain() throws {
        try access.requireOpen()
        try access.refreshSessions()
        // What they tell of is among what is read again now, and is still to be read where that fails.
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
