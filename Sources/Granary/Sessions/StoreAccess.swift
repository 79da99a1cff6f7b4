/// A context's conversation with the stores of its stack: the sessions, the snapshot that they read, the streams that
/// are open, and the reports of what is done.
///
/// It belongs to the user of its context. It knows no objects; what depends on its snapshot follows it as
/// ``SnapshotFollower``.
@usableFromInline package final class StoreAccess {
    /// The open stores.
    @exclusivity(unchecked) package private(set) var coordinator: StoreCoordinator
    /// The context that a child reads from and saves to, in the place of stores.
    package let parent: (any ParentAccess)?
    /// Whether each operation reads the newest state, and no session is kept between operations.
    @usableFromInline let readsNewest: Bool
    /// What follows the snapshot; the context owns both.
    unowned(unsafe) var follower: (any SnapshotFollower)?  // safe: its deinit empties this.
    /// What the stores were asked so far.
    @exclusivity(unchecked) package private(set) var statistics = ContextStatistics()
    /// The sessions made so far, by the store's position.
    private var sessions: [(any StoreSession)?]
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
    init(
        _ coordinator: StoreCoordinator, readsNewest: Bool, cancellation: Cancellation?,
        parent: (any ParentAccess)?
    ) {
        self.coordinator = coordinator
        self.readsNewest = readsNewest
        self.cancellation = cancellation
        self.parent = parent
        sessions = Array(repeating: nil, count: coordinator.members.count)
    }

    deinit { for session in sessions { session?.end() } }
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
        for index in sessions.indices {
            sessions[index]?.end()
            sessions[index] = nil
        }
        lookups = []
    }

    /// Goes on with other stores; the sessions with the present ones have to be ended before.
    func change(to coordinator: StoreCoordinator) {
        self.coordinator = coordinator
        sessions = Array(repeating: nil, count: coordinator.members.count)
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

    /// Carries out an operation; where the newest state is read, also by a parent, there is no session with a store
    /// when the outermost operation is over.
    ///
    /// It is not known when the main context is needed next. Until then a snapshot would keep an engine from clearing
    /// up what is behind it, and a session would keep the store's files open.
    ///
    /// - Throws: what the body throws.
    func resting<R>(_ body: () throws -> R) rethrows -> R {
        if let parent { return try parent.access.resting(body) }
        guard readsNewest else { return try body() }
        openOperations += 1
        defer {
            openOperations -= 1
            if openOperations == 0 { endSessions() }
        }
        return try body()
    }

    /// The same for what asks for keys: where no session is kept between operations, one new object after the other
    /// must not cost a request each, so the snapshot counts as the same one.
    ///
    /// - Throws: what the body throws.
    func restingInSnapshot<R>(_ body: () throws -> R) rethrows -> R {
        let moment = snapshotMoment
        let result = try resting(body)
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
