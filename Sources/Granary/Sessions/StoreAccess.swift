/// A context's conversation with the stores of its stack: the sessions, the snapshot that they read, the streams that
/// are open, and the reports of what is done.
///
/// It belongs to the user of its context. It knows no objects; what depends on its snapshot follows it as
/// ``SnapshotFollower``.
@usableFromInline package final class StoreAccess {
    /// The open stores.
    @exclusivity(unchecked) package private(set) var coordinator: StoreCoordinator
    /// What keeps them open while they are used; `nil` for a child, whose parent has it.
    private let hold: StoreHold?
    /// Whether a program keeps the context, so that each operation uses the stores that are open then.
    @usableFromInline let isKept: Bool
    /// The context that a child reads from and saves to, in the place of stores.
    package let parent: (any ParentAccess)?
    /// Whether each operation reads the newest state, and no session is kept between operations.
    @usableFromInline let readsNewest: Bool
    /// What follows the snapshot; the context owns both.
    unowned(unsafe) var follower: (any SnapshotFollower)?  // safe: its deinit empties this.
    /// What the stores were asked so far.
    @exclusivity(unchecked) package private(set) var statistics = ContextStatistics()
    /// The sessions made so far, by the store's position.
    private let sessionSet: SessionSet
    /// The session with each entity's store as one that finds single rows, once it was looked for.
    ///
    /// `.some(nil)` where it cannot; empty until the first look-up.
    @exclusivity(unchecked) private var lookups: ContiguousArray<(any LookupSession)??> = []
    /// How cancelling the task reaches the sessions.
    private let cancellation: Cancellation?
    /// Whether the context is not to be used any more.
    private var isClosed = false
    /// Whether a new snapshot is to begin at the next use of a store, because it could not after a commit.
    @exclusivity(unchecked) private var isSnapshotDue = false
    /// Whether a new snapshot begins with the next use of a store, so that what others have saved until then is in it.
    @exclusivity(unchecked) private(set) var isSnapshotUnread = false
    /// Counts the snapshots that the context's reading has begun.
    @exclusivity(unchecked) private(set) var snapshotMoment = 0
    /// How many operations go on, one inside the other, where the newest state is read.
    @exclusivity(unchecked) private var openOperations = 0
    /// How many streams are open, one inside the other.
    private var openStreams = 0
    /// The last version given to something that children read or saved, and no store has.
    ///
    /// Negative; -1 is that of an object that has to be read again.
    private var lastUnsavedVersion: Int64 = -1

    /// Begins without sessions; they are made at first use.
    init(_ hold: StoreHold, readsNewest: Bool, cancellation: Cancellation?) {
        self.hold = hold
        self.readsNewest = readsNewest
        self.cancellation = cancellation
        coordinator = hold.first
        isKept = !hold.isForUnitOfWork
        parent = nil
        sessionSet = hold.sessions
        sessions = Array(repeating: nil, count: coordinator.members.count)
    }

    /// Begins as the access of a child, which reaches its parent only.
    init(_ parent: any ParentAccess, readsNewest: Bool) {
        self.parent = parent
        self.readsNewest = readsNewest
        (hold, cancellation) = (nil, nil)
        coordinator = parent.access.coordinator
        isKept = parent.access.isKept
        sessionSet = SessionSet()
        sessions = Array(repeating: nil, count: coordinator.members.count)
    }

    deinit { endSessionSet() }

    private var sessions: [(any StoreSession)?] {
        get { sessionSet.sessions }
        _modify { yield &sessionSet.sessions }
    }

    /// Ends the sessions; between operations somebody else may be ending them.
    private func endSessionSet() {
        if let hold, isKept, openOperations == 0 { hold.endSessions() } else { sessionSet.end() }
    }
}

// MARK: Sessions

extension StoreAccess {
    /// The session with an entity's store, made at first use, to read.
    package func session(of entity: Entity) throws -> any StoreSession {
        try session(at: try coordinator.storeIndex(of: entity))
    }

    /// The session with the store at a position, made at first use, to read.
    package func session(at index: Int) throws -> any StoreSession {
        let session = try unreadSession(at: index)
        // A parent answers with what it has now.
        guard isSnapshotUnread || parent != nil else { return session }
        isSnapshotUnread = false
        guard let follower, follower.hasNews else { return session }
        try follower.mergeChanges()
        // Where the newest state is read, the session is given back afterwards.
        return try unreadSession(at: index)
    }

    /// The session with the store at a position, to commit or for what does not begin its snapshot: nothing that
    /// others have saved is merged.
    func unreadSession(at index: Int) throws -> any StoreSession {
        try cancellation?.check()
        try requireOpen()
        if isSnapshotDue { try beginSnapshot() }
        if let session = sessions[index] { return session }
        let session = try parent?.makeSession() ?? makeSession(with: coordinator.members[index])
        sessions[index] = session
        try cancellation?.add(session.interrupter)
        return session
    }

    private func makeSession(with member: StoreCoordinator.Member) throws -> any StoreSession {
        guard let cancellation, let limited = member.limited else { return try member.store.makeSession() }
        let wait = SessionWait()
        try cancellation.add(wait.cancel)
        return try limited.makeSession(wait)
    }

    /// The session with an entity's store as one that finds single rows by key, if it can.
    func lookup(of entity: Entity) throws -> (any LookupSession)? {
        if !isSnapshotDue, !isSnapshotUnread, entity.index < lookups.count, let lookup = lookups[entity.index]
        {
            try cancellation?.check()
            return lookup
        }
        let lookup = try session(of: entity) as? any LookupSession
        if lookups.isEmpty {
            lookups = ContiguousArray(repeating: nil, count: coordinator.schema.entities.count)
        }
        lookups[entity.index] = .some(lookup)
        return lookup
    }

    /// Puts another session in the place of one, for tests.
    package func replaceSession(at index: Int, with session: any StoreSession) { sessions[index] = session }

    /// Whether there is a session with any store.
    package var hasSessions: Bool { sessions.contains { $0 != nil } }

    /// Gives the session with every store back; the next use of a store makes another.
    func endSessions() {
        snapshotMoment &+= 1
        endSessionSet()
        lookups = []
    }

    /// Goes on with other stores, after some were attached or detached: sessions end, and what follows the snapshot
    /// gives up what was of stores that are gone.
    private func change(to next: StoreCoordinator) {
        endSessions()
        let last = coordinator
        coordinator = next
        sessions = Array(repeating: nil, count: next.members.count)
        follower?.storesDidChange(from: last)
    }

    /// Ends every session; what uses a store afterwards throws ``GranaryError/Code/closed``.
    func close() {
        endSessions()
        isClosed = true
    }

    /// Throws once the context, or one that it reads from, is closed.
    func requireOpen() throws {
        guard isClosed else { return try parent?.access.requireOpen() ?? () }
        throw GranaryError(
            .closed,
            "The context is closed, because its unit of work has ended; let values or an ObjectID out of it, and begin another unit of work."
        )
    }
}

// MARK: The snapshot

extension StoreAccess {
    /// Begins a new snapshot in every store and merges what others changed meanwhile.
    ///
    /// - Throws: what a store says; the next use of a store begins the snapshot then, or throws again.
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

    /// Lets every store begin a new snapshot, in which there may be rows that there were not.
    func refreshSessions() throws {
        snapshotMoment &+= 1
        follower?.snapshotWillEnd()
        for session in sessions { try session?.refresh() }
        isSnapshotUnread = parent == nil
    }

    /// Begins a new snapshot where nothing may be thrown any more, since what was to be written is written.
    ///
    /// The next use of a store reports what stands in its way, such as the cancelling of the task.
    func beginSnapshotAfterCommit() {
        do { try beginSnapshot() } catch { isSnapshotDue = true }
    }

    /// Begins a new snapshot in an operation of its own; where that fails, at the next use of a store.
    func beginSnapshotWhenPossible() {
        do { try operating(beginSnapshot) } catch { isSnapshotDue = true }
    }

    /// A version that no row of a store has, nor any other object of this context's family.
    func nextUnsavedVersion() -> Int64 {
        if let parent { return parent.access.nextUnsavedVersion() }
        lastUnsavedVersion &-= 1
        return lastUnsavedVersion
    }
}

// MARK: Operations

extension StoreAccess {
    /// Whether a stream is open, during which the snapshot has to stay and nothing can be saved.
    var isStreaming: Bool { openStreams > 0 }

    /// Carries out what reads rows one by one.
    ///
    /// - Throws: what the body throws.
    func streaming<R>(_ body: () throws -> R) rethrows -> R {
        openStreams += 1
        defer { openStreams -= 1 }
        return try body()
    }

    /// Carries out an operation with the stores that are open when the outermost one begins; they stay open until it
    /// ends.
    ///
    /// Where the newest state is read, also by a parent, there is no session with a store then. It is not known when the main context is needed next. Until then a snapshot would keep an engine from clearing
    /// up what is behind it, and a session would keep the store's files open.
    ///
    /// - Throws: what the body throws; ``GranaryError/Code/closed``, ``GranaryError/Code/suspended`` or
    ///   ``GranaryError/Code/destroyed`` when there are no stores to work with.
    func operating<R>(_ body: () throws -> R) throws -> R {
        if let parent {
            return try parent.access.operating {
                if coordinator !== parent.access.coordinator { change(to: parent.access.coordinator) }
                return try body()
            }
        }
        // A unit of work holds its stores itself.
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
        return try body()
    }

    /// Throws unless the stores may be written to.
    ///
    /// - Throws: ``GranaryError/Code/suspended``; ``GranaryError/Code/closed``; ``GranaryError/Code/destroyed``.
    func requireWriting() throws { try hold?.requireWriting() }

    /// The same for what asks for keys: where no session is kept between operations, one new object after the other
    /// must not cost a request each, so the snapshot counts as the same one.
    ///
    /// - Throws: as ``operating(_:)``.
    func operatingInSnapshot<R>(_ body: () throws -> R) throws -> R {
        let moment = snapshotMoment
        let result = try operating(body)
        if readsNewest { snapshotMoment = moment }
        return result
    }

    /// Counts requests to stores.
    func countRequests(_ count: Int = 1) { statistics.storeRequests += count }

    /// Counts rows that became objects.
    @usableFromInline func countRows(_ count: Int = 1) { statistics.rowsFetched += count }

    /// Counts a load that an access to a relationship caused.
    func countImplicitLoad() { statistics.implicitLoads += 1 }
}
