/// A context's access to the stores of its stack: sessions, the snapshot that they read, open streams, and reporting.
///
/// It belongs to the user of its context. It does not know objects; a ``SnapshotFollower`` updates them with the
/// snapshot.
@usableFromInline package final class StoreAccess {
    /// The open stores.
    @exclusivity(unchecked) package private(set) var coordinator: StoreCoordinator
    /// The hold that keeps the stores open while they are used; `nil` for a child, whose parent has it.
    let hold: StoreHold?
    /// Whether the program keeps the context, so that each operation uses the stores that are open at that time.
    @usableFromInline let isKept: Bool
    /// The access of the context that a child reads from and saves to, in place of stores.
    package let parent: StoreAccess?
    /// Makes the sessions of a child, with its parent.
    var makeParentSession: (() -> any StoreSession)?
    /// Whether each operation reads the newest state, and no session is kept between operations.
    @usableFromInline package let readsNewest: Bool
    /// Updates the context's objects with the snapshot; the context owns both.
    unowned(unsafe) var follower: (any SnapshotFollower)?  // safe: its deinit empties this.
    /// Whether each operation needs work before or after it.
    @usableFromInline let isBracketed: Bool
    /// The counts of requests to the stores.
    @exclusivity(unchecked) private var counts = ContextStatistics()
    /// Measures operations; `nil` for a context that does not.
    let stopwatch: Stopwatch?
    /// The sessions made so far, by the store's position.
    private let sessionSet: SessionSet
    /// Who holds these sessions, for stores that share a limited number; `nil` until there may be several.
    private var holder: SessionHolder?
    /// The session with each entity's store as one that finds single rows.
    ///
    /// `.some(nil)` if the session cannot do that; empty until the first look-up.
    @exclusivity(unchecked) private var lookups: ContiguousArray<(any LookupSession)??> = []
    /// Interrupts the sessions when the task is cancelled.
    private let cancellation: Cancellation?
    /// Whether the context is closed.
    private var isClosed = false
    /// Whether the next use of a store has to begin a snapshot, because that failed after a commit.
    @exclusivity(unchecked) private var isSnapshotDue = false
    /// Whether the current snapshot is still unread, so that it will include all saves until the next use of a store.
    @exclusivity(unchecked) private(set) var isSnapshotUnread = false
    /// The number of snapshots that the context has begun.
    @exclusivity(unchecked) private(set) var snapshotNumber = 0
    /// The number of nested operations in progress.
    @exclusivity(unchecked) private var openOperations = 0
    /// The number of nested open streams.
    private var openStreams = 0
    /// The last version given to unsaved objects that children read or save; no row of a store has it.
    ///
    /// Versions go down from -2; -1 marks an object that has to be read again.
    private var lastUnsavedVersion: Int64 = -1

    /// Starts without sessions; they are made at first use.
    init(
        _ hold: StoreHold, readsNewest: Bool, measuresTime: Bool = false, cancellation: Cancellation?
    ) {
        self.hold = hold
        self.readsNewest = readsNewest
        self.cancellation = cancellation
        coordinator = hold.first
        isKept = !hold.isForUnitOfWork
        stopwatch = measuresTime ? Stopwatch(coordinator.time) : nil
        isBracketed = isKept || measuresTime || coordinator.observer != nil
        parent = nil
        sessionSet = hold.sessions
        sessionSet.begin(with: coordinator.members.count)
    }

    /// Makes the access of a child, which only uses its parent.
    init(_ parent: StoreAccess, readsNewest: Bool, measuresTime: Bool = false) {
        self.parent = parent
        isBracketed = true
        self.readsNewest = readsNewest
        hold = nil
        cancellation = nil
        coordinator = parent.coordinator
        stopwatch = measuresTime ? Stopwatch(coordinator.time) : nil
        isKept = parent.isKept
        sessionSet = SessionSet()
        sessionSet.begin(with: coordinator.members.count)
    }

    deinit { endSessionSet() }

    private var sessions: [(any StoreSession)?] {
        get { sessionSet.sessions }
        _modify { yield &sessionSet.sessions }
    }

    /// Ends the sessions, under the hold's lock where another thread may be ending them too.
    private func endSessionSet() {
        if let hold, isKept, openOperations == 0 { hold.endSessions() } else { sessionSet.end() }
    }
}

// MARK: Sessions

extension StoreAccess {
    /// The session with an entity's store for reading, made at first use.
    package func session(of entity: Entity) throws -> any StoreSession {
        try session(at: try coordinator.storeIndex(of: entity))
    }

    /// The session with the store at a position for reading, made at first use.
    package func session(at index: Int) throws -> any StoreSession {
        let session = try unreadSession(at: index)
        // A parent answers with its current state.
        guard isSnapshotUnread || parent != nil else { return session }
        isSnapshotUnread = false
        guard let follower, follower.hasNews else { return session }
        try follower.mergeChanges()
        // When the newest state is read, merging may have ended the session.
        return try unreadSession(at: index)
    }

    /// The session with the store at a position, for commits and requests without a snapshot: without merging saves of
    /// others.
    func unreadSession(at index: Int) throws -> any StoreSession {
        try cancellation?.check()
        try requireOpen()
        if isSnapshotDue { try beginSnapshot() }
        if let session = sessions[index] { return session }
        let session = try makeParentSession?() ?? makeSession(with: coordinator.members[index])
        sessions[index] = session
        try cancellation?.add(session.interrupter)
        return session
    }

    private func makeSession(with member: StoreCoordinator.Member) throws -> any StoreSession {
        try member.look?.requireInPlace()
        guard let limited = member.limited else { return try member.store.makeSession() }
        if holder == nil, coordinator.limitedCount > 1 {
            holder = SessionHolder(most: coordinator.limitedCount)
        }
        guard cancellation != nil || holder != nil else { return try limited.makeSession() }
        let wait = SessionWait(for: holder)
        try cancellation?.add(wait.cancel)
        return try limited.makeSession(wait)
    }

    /// The number of the newest save in the snapshot of an entity's store; `nil` if the store does not know.
    package func newestSave(of entity: Entity) throws -> Int64? {
        try (session(of: entity) as? any OrderedSession)?.newestSave()
    }

    /// The session with an entity's store as one that finds single rows by key; `nil` if it cannot.
    func lookup(of entity: Entity) throws -> (any LookupSession)? {
        if !isSnapshotDue, !isSnapshotUnread, entity.index < lookups.count, let lookup = lookups[entity.index]
        {
            try cancellation?.check()
            return lookup
        }
        let lookup = try session(of: entity) as? any LookupSession
        if lookups.isEmpty {
            lookups.append(contentsOf: repeatElement(nil, count: coordinator.schema.entities.count))
        }
        lookups[entity.index] = .some(lookup)
        return lookup
    }

    /// Replaces a session, for tests.
    package func replaceSession(at index: Int, with session: any StoreSession) { sessions[index] = session }

    /// Whether there is a session with at least one store.
    package var hasSessions: Bool { sessions.contains { $0 != nil } }

    /// Ends the session with every store; the next use of a store makes another.
    func endSessions() {
        snapshotNumber &+= 1
        endSessionSet()
        lookups = []
    }

    /// Changes to other stores, after some were attached or detached.
    ///
    /// Ends all sessions, and lets the follower detach the objects of stores that are gone.
    private func change(to next: StoreCoordinator) {
        endSessions()
        holder = nil
        let last = coordinator
        coordinator = next
        sessionSet.begin(with: next.members.count)
        follower?.storesDidChange(from: last)
    }

    /// Ends every session; later uses of a store throw ``GranaryError/Code/closed``.
    func close() {
        endSessions()
        isClosed = true
    }

    /// Throws if the context, or a parent of it, is closed.
    func requireOpen() throws {
        guard isClosed else { return try parent?.requireOpen() ?? () }
        throw GranaryError(
            .closed,
            "The context is closed, because its unit of work has ended; let values or an ObjectID out of it, and begin another unit of work."
        )
    }
}

// MARK: The snapshot

extension StoreAccess {
    /// Begins a new snapshot in every store, and merges the changes of others.
    ///
    /// - Throws: errors of the stores; the next use of a store then begins the snapshot, or throws again.
    func beginSnapshot() throws {
        isSnapshotDue = false
        do {
            try refreshSessions()
            try follower?.mergeChanges()
        } catch {
            isSnapshotDue = true
            throw error
        }
    }

    /// Begins a new snapshot in every store without merging; it may have new rows.
    func refreshSessions() throws {
        snapshotNumber &+= 1
        follower?.snapshotWillEnd()
        for session in sessions { try session?.refresh() }
        isSnapshotUnread = parent == nil
    }

    /// Begins a new snapshot in an operation without throwing, as after a commit that is done already.
    ///
    /// If that fails, the next use of a store begins it, and reports what went wrong, such as the cancellation of the
    /// task.
    func beginSnapshotWhenPossible() {
        do { try operating(beginSnapshot) } catch { isSnapshotDue = true }
    }

    /// A version that no row of a store has, and no other object of this context, its parents and their children.
    func nextUnsavedVersion() -> Int64 {
        if let parent { return parent.nextUnsavedVersion() }
        lastUnsavedVersion &-= 1
        return lastUnsavedVersion
    }
}

// MARK: Operations

extension StoreAccess {
    /// Whether a stream is open; the snapshot must then stay, and saving is refused.
    var isStreaming: Bool { openStreams > 0 }

    /// Runs a closure that reads rows one by one.
    ///
    /// - Throws: errors of the closure.
    func streaming<R>(_ body: () throws -> R) rethrows -> R {
        openStreams += 1
        defer { openStreams -= 1 }
        return try body()
    }

    /// Runs an operation with the stores that are open when the outermost operation begins; they stay open until it
    /// ends.
    ///
    /// With `readsNewest`, the outermost operation then ends the sessions: the next use of the main context may be a
    /// long time away. Until then a snapshot would keep an engine from removing old row versions, and a session would
    /// keep the store's files open.
    ///
    /// - Throws: errors of the body; ``GranaryError/Code/closed``, ``GranaryError/Code/suspended`` or
    ///   ``GranaryError/Code/destroyed`` if no stores are open.
    func operating<R>(_ body: () throws -> R) throws -> R {
        if let parent {
            return try parent.operating {
                if coordinator !== parent.coordinator { change(to: parent.coordinator) }
                return try body()
            }
        }
        // A unit of work holds its stores from its beginning to its end.
        guard isKept, let hold else { return try body() }
        if openOperations == 0 {
            let stores = try hold.begin()
            if stores !== coordinator { change(to: stores) }
        }
        openOperations += 1
        defer {
            openOperations -= 1
            if openOperations == 0 {
                if readsNewest { endSessions() }
                hold.end()
            }
        }
        do { return try body() } catch let error as GranaryError where error.code.mayMeanLoss {
            coordinator.foundUnreachable()
            throw error
        }
    }

    /// Runs an operation that asks for keys, without counting its snapshot as a new one.
    ///
    /// With `readsNewest`, each new snapshot would cost a request that checks the keys again, for each new object.
    ///
    /// - Throws: as ``operating(_:)``.
    func operatingInSnapshot<R>(_ body: () throws -> R) throws -> R {
        let number = snapshotNumber
        let result = try operating(body)
        if readsNewest { snapshotNumber = number }
        return result
    }
}

// MARK: Statistics

extension StoreAccess {
    /// The numbers of requests to the stores and of writes, and the time that they took.
    package var statistics: ContextStatistics {
        var statistics = counts
        guard let stopwatch else { return statistics }
        (statistics.fetchingTime, statistics.savingTime) = (stopwatch.reading, stopwatch.saving)
        return statistics
    }

    /// Counts requests to stores.
    func countRequests(_ count: Int = 1) { counts.storeRequests += count }

    /// Counts rows that were read as objects.
    @usableFromInline func countRows(_ count: Int = 1) { counts.rowsFetched += count }

    /// Counts a row that was left out because it cannot be read, and logs it.
    func countSkipped(_ error: GranaryError) {
        counts.rowsSkipped += 1
        coordinator.notices.record(.skippedRow, to: coordinator.logger) {
            let name = error.context.entity ?? ""
            let place = coordinator.schema.entity(name).map(coordinator.place(of:)) ?? name
            let properties = error.context.properties.joined(separator: ", ")
            return
                "A fetch has left out a row of \(place) that cannot be read: \(properties). `fetch(_:skippingUnreadable:)` gives the key of each; correct the row, or the attribute's type."
        }
    }

    /// Counts a load that an access to a relationship caused.
    func countImplicitLoad() { counts.implicitLoads += 1 }

    /// Counts the rows of a change set that a store has committed.
    func countWrites(_ changes: ChangeSet) {
        for batch in changes.inserts { counts.rowsInserted += batch.rows.count }
        for batch in changes.updates { counts.rowsUpdated += batch.rows.count }
        for batch in changes.deletes { counts.rowsDeleted += batch.rows.count }
    }

    /// Adds the work that another access has done for this context.
    func count(_ done: ContextStatistics) { counts = counts + done }

    /// Runs code of the program within an operation, without counting its time as the operation's.
    ///
    /// - Throws: any error from the body.
    func unmeasured<R>(_ body: () throws -> R) rethrows -> R {
        guard let stopwatch else { return try body() }
        return try stopwatch.pausing(body)
    }
}
