/// Merges the saves of others into a context: it reloads loaded, unchanged objects, and no others.
final class ChangeMerger: SnapshotFollower {
    /// The saves of others that are not merged yet.
    let inbox: SaveInbox
    let graph: ObjectGraph
    let loader: ObjectLoader
    let access: StoreAccess
    /// The undo history; changes by others belong to none of its steps.
    let history: UndoHistory
    /// Notifies the contexts below this one of saves into it; made for the first child.
    private lazy var descendants = access.coordinator.broadcaster.makeBranch()
    /// Notifies others of this context's saves: all observers, or the contexts below its parent.
    let announcer: SaveBroadcaster
    /// Notify this context of saves further up: into the contexts above its parent, and into the stores.
    private let sourcesAbove: [SaveBroadcaster]
    /// Whether the inbox is registered with them.
    private var isRegistered = false

    init(_ inbox: SaveInbox, _ loader: ObjectLoader, _ history: UndoHistory, parent: ChangeMerger?) {
        self.inbox = inbox
        self.loader = loader
        self.history = history
        graph = loader.graph
        access = loader.access
        announcer = parent?.descendants ?? loader.access.coordinator.broadcaster
        sourcesAbove = parent.map { [$0.announcer] + $0.sourcesAbove } ?? []
    }

    deinit {
        access.follower = nil
        unregister()
    }

    /// Begins receiving notices of saves.
    func register() {
        announcer.register(inbox)
        for source in sourcesAbove { source.register(inbox) }
        isRegistered = true
    }

    /// Stops receiving notices of saves.
    func unregister() {
        if !isRegistered { return }
        isRegistered = false
        announcer.unregister(inbox)
        for source in sourcesAbove { source.unregister(inbox) }
    }

    /// Whether others have saved something that this context has not merged yet.
    var hasNews: Bool { inbox.weight > 0 }

    /// Forgets which keys are absent.
    func snapshotWillEnd() {
        for table in graph.tables { table.clearAbsent() }
    }

    /// Prepares a read, and releases objects if a sweep is due.
    ///
    /// Merges the saves of others if the context reads the newest state or its snapshot has not begun, unless a stream
    /// is still reading a snapshot.
    func beginReading() throws {
        guard access.readsNewest, !access.isStreaming else {
            // Merge now, because merging may change which unsaved objects concern the query.
            if access.isSnapshotUnread, !access.isStreaming, hasNews { try mergeChanges() }
            return graph.lookup.sweepIfDue()
        }
        try access.refreshSessions()
        try mergeChanges()
        graph.lookup.sweepIfDue()
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
            graph.tables.invalidateMembers()
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
            // Nothing has failed while the program keeps its stack suspended.
            if case GranaryError.Code.suspended = error { return }
            access.coordinator.errors.report(
                error, during: .merging,
                "What others saved could not be read; it is read again before the next query.")
        }
    }

    /// Reloads objects that others have changed while this context had changes to them.
    ///
    /// The next query reloads those that cannot be read at present.
    func readOutdated() {
        if graph.outdated.isEmpty || access.isStreaming { return }
        let parts = graph.outdated.drain().map {
            SaveNotice.Part(entity: $0.key, updated: Array($0.value), deleted: [])
        }
        inbox.putBack([SaveNotice(parts: parts)])
        access.beginSnapshotWhenPossible()
    }

    /// Has an object without unsaved changes reloaded, if others have changed it.
    func readOutdated(_ bits: KeyBits, of entity: Entity) {
        if access.isStreaming || graph.tables.loadedObject(bits, of: entity)?._objectState.isPending == true {
            return
        }
        guard graph.outdated.remove(bits, of: entity) else { return }
        inbox.putBack([
            SaveNotice(parts: [SaveNotice.Part(entity: entity.index, updated: [bits], deleted: [])])
        ])
        access.beginSnapshotWhenPossible()
    }

    /// Begins a new snapshot and reloads every loaded, unchanged object.
    func readEverythingAgain() throws {
        try access.requireOpen()
        try access.refreshSessions()
        // The notices concern the objects about to be reloaded; keep them in case this fails.
        let notices = inbox.drain()
        graph.tables.invalidateMembers()
        do {
            try history.mergingOutsideSteps(reloadEverything)
        } catch {
            inbox.putBack(notices)
            throw error
        }
    }

    private func reloadEverything() throws {
        for table in graph.tables {
            table.clearAbsent()
            try reloadAll(table)
        }
        let paired = graph.tables.filter(\.entity.hasPairs)
        try loader.followPairs(of: paired.map { ($0, $0.unsavedKeys()) }, freeing: true)
        try clearGone(graph.tables.map(\.entity.index)) { _, _ in true }
    }
}
