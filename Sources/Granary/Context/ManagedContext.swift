import Logging

/// The context that ships: an identity map and a unit of work over the stores of a stack.
///
/// Not `Sendable`: it belongs to the unit of work, actor or thread that has it.
public final class ManagedContext: Context {
    /// The open stores.
    @exclusivity(unchecked) package private(set) var coordinator: StoreCoordinator
    /// How the context behaves.
    @exclusivity(unchecked) package var options: ContextOptions
    /// Where others' saves are announced.
    package let inbox: SaveInbox
    /// What is known of each entity, by the entity's position in the schema.
    package let tables: ObjectTables
    /// The pairs added (true) and removed (false) since the last save, by link table.
    package var pendingLinks: [String: [LinkPair: Bool]] {
        get { storedPairs }
        _modify {
            pairIndexes = [:]
            undoHistory?.isEverythingOpen = true
            yield &storedPairs
        }
    }
    /// The same, for whoever keeps the indexes up to date.
    var storedPairs: [String: [LinkPair: Bool]] = [:]
    /// The same pairs by their objects, for tables of which that was asked.
    var pairIndexes: [String: PairIndex] = [:]
    /// What delete rules did for the deletions that are to be saved, by the deleted object.
    var deletions: [ObjectIdentifier: Deletion] = [:]
    /// Whether the save that goes on has committed something to a store, or tried to.
    var hasCommitted = false
    /// Whether the lists of relationships to many of some table's objects have been kept up to date since the
    /// last reset.
    @exclusivity(unchecked) var keepsLists = false
    /// What must be unchanged in its store at the next save.
    package var required: [Requirement] = []
    /// The keys of objects that others have changed and that were not read again, because of changes of their own, by
    /// the entity's position.
    var outdated: [Int: Set<KeyBits>] = [:]
    /// How many pairs of many-to-many relationships have been noted.
    var linkCount = 0
    /// An error that could not be thrown where it happened.
    package var keptError: GranaryError?
    /// Whether the context is not to be used any more.
    private var isClosed = false
    /// Whether a store has refused a commit of this context because of a key or value that another object has.
    package var hasMetTakenValue = false
    /// Whether something was saved, so that the unit of work cannot simply be done again.
    package var hasSaved = false
    /// Whether a new snapshot is to begin at the next use of a store, because it could not after a commit.
    @exclusivity(unchecked) var isSnapshotDue = false
    /// Whether a new snapshot begins with the next use of a store, so that what others have saved until then is in it.
    @exclusivity(unchecked) var isSnapshotUnread = false
    /// Counts the snapshots that the context's reading has begun.
    @exclusivity(unchecked) var snapshotMoment = 0
    /// The keys of new objects that the program has set, in a context without a parent.
    @exclusivity(unchecked) var keyClaims: KeyClaims?
    /// How many operations go on, one inside the other, in a context that reads the newest state.
    @exclusivity(unchecked) var openOperations = 0
    /// How many streams are open, one inside the other.
    package var openStreams = 0
    /// Whether a stream is open, during which the snapshot has to stay and nothing can be saved.
    package var isStreaming: Bool { openStreams > 0 }
    /// The steps that can be undone, when a history is kept.
    var undoHistory: UndoHistory?
    /// The sessions made so far, by the store's position.
    package var sessions: [(any StoreSession)?]
    /// How cancelling the task reaches the sessions.
    let cancellation: Cancellation?
    /// The context this one reads from and saves to, when it is a child.
    @usableFromInline package let parent: ManagedContext?
    @exclusivity(unchecked) private var storedLink: ContextLink?
    @exclusivity(unchecked) @usableFromInline var lastTable: (type: ObjectIdentifier, table: ObjectTable)?
    /// The last version given to something that its children read or saved, and no store has.
    ///
    /// Negative; -1 is that of an object that has to be read again.
    var lastUnsavedVersion: Int64 = -1

    /// How many objects and pairs have been looked at so that unsaved changes count in queries, lists and steps to
    /// undo.
    @exclusivity(unchecked) package var lookedAt = 0

    /// What this context has asked of its stores so far.
    @exclusivity(unchecked) public package(set) var statistics = ContextStatistics()

    /// The schema of the stack.
    public var schema: Schema { coordinator.schema }

    /// Makes a context without objects; sessions are made at first use.
    package init(
        coordinator: StoreCoordinator, options: ContextOptions, inbox: SaveInbox = SaveInbox(),
        cancellation: Cancellation? = nil, parent: ManagedContext? = nil
    ) {
        self.coordinator = coordinator
        self.options = options
        self.inbox = inbox
        self.cancellation = cancellation
        self.parent = parent
        tables = ObjectTables(coordinator.schema)
        sessions = Array(repeating: nil, count: coordinator.members.count)
        if options.mergesChanges { coordinator.broadcaster.register(inbox) }
    }

    deinit {
        reset()
        endSessions()
        coordinator.broadcaster.unregister(inbox)
    }

    /// The way from this context's objects to it.
    package var link: ContextLink {
        if let storedLink { return storedLink }
        let link = ContextLink(context: self)
        storedLink = link
        return link
    }

    /// Keeps an error that could not be thrown where it happened; the next save and the end of the unit of
    /// work throw it.
    package func keep(_ error: GranaryError) {
        if keptError == nil { keptError = error }
    }

    /// Throws the error that was kept, if any; it stays kept until ``rollback()`` or ``reset()``.
    package func throwKept() throws {
        if let keptError { throw keptError }
    }

    /// Notes that a stored object has its first change.
    @usableFromInline package func didChange(_ object: any Model) {
        if let table = table(of: object) { table.touch(object) }
    }

    /// The table of an object of this context.
    package func table(of object: any Model) -> ObjectTable? {
        guard let batch = object.objectState.batch, batch.link === storedLink else { return nil }
        return tables[batch.entity.index]
    }

    /// The entity of a model; the one that was asked for last is found without hashing.
    package func entity<M: Model>(of type: M.Type) throws -> Entity {
        try table(of: type).entity
    }

    /// The table of a model; the one that was asked for last is found without hashing.
    @inlinable package func table<M: Model>(of type: M.Type) throws -> ObjectTable {
        if let lastTable, lastTable.type == ObjectIdentifier(type) { return lastTable.table }
        return try otherTable(of: type)
    }

    @usableFromInline func otherTable<M: Model>(of type: M.Type) throws -> ObjectTable {
        try requireOpen()
        let table = tables[try coordinator.entity(of: type).index]
        lastTable = (ObjectIdentifier(type), table)
        return table
    }

    /// The session with an entity's store, made at first use.
    package func session(of entity: Entity) throws -> any StoreSession {
        try session(at: try coordinator.storeIndex(of: entity))
    }

    /// The session with the store at a position, made at first use, to read.
    package func session(at index: Int) throws -> any StoreSession {
        let session = try unreadSession(at: index)
        // A parent answers with what it has now.
        guard isSnapshotUnread || parent != nil else { return session }
        isSnapshotUnread = false
        if inbox.weight == 0 { return session }
        try mergeChanges()
        // A context that reads the newest state has let go of its session afterwards.
        return try unreadSession(at: index)
    }

    /// The session with the store at a position, to commit or for what does not begin its snapshot: nothing that
    /// others have saved is taken in.
    func unreadSession(at index: Int) throws -> any StoreSession {
        try cancellation?.check()
        try requireOpen()
        if isSnapshotDue { try beginSnapshot() }
        if let session = sessions[index] { return session }
        let session: any StoreSession
        if let parent {
            session = ParentSession(parent, of: self)
        } else {
            session = try makeSession(with: coordinator.members[index])
        }
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

    /// Ends the conversation with every store, detaches all objects; what uses the context afterwards throws
    /// ``GranaryError/Code/closed``.
    package func close() {
        reset()
        endSessions()
        isClosed = true
        // The next look-up of a model finds out.
        lastTable = nil
        coordinator.broadcaster.unregister(inbox)
    }

    /// Throws once the context, or one that it reads from, is closed.
    func requireOpen() throws {
        guard isClosed else { return try parent?.requireOpen() ?? () }
        throw GranaryError(
            .closed,
            "The context is closed, because its unit of work has ended; let values or an ObjectID out of it, and begin another unit of work."
        )
    }

    /// Goes on with other stores, after some were attached or detached.
    ///
    /// Sessions end. Objects and unsaved changes stay where the same store still holds their entity; where
    /// another one does, or none, they are let go of, since they are not that store's.
    package func changeStores(_ coordinator: StoreCoordinator) {
        endSessions()
        let strangers = tables.filter {
            self.coordinator.identifier(ofStoreOf: $0.entity) != coordinator.identifier(ofStoreOf: $0.entity)
        }
        self.coordinator = coordinator
        detachAll(in: strangers)
        claimKeysAgain()
        sessions = Array(repeating: nil, count: coordinator.members.count)
        for table in tables { table.forgetAbsent() }
    }

    /// Gives the session with every store back; the next use of a store makes another.
    func endSessions() {
        snapshotMoment &+= 1
        for index in sessions.indices {
            sessions[index]?.end()
            sessions[index] = nil
        }
        for table in tables { table.lookup = nil }
    }

    /// Cuts the way from every object to this context.
    package func dropLink() {
        for table in tables { table.forgetLoneBatch() }
        storedLink?.context = nil
        storedLink = nil
    }
}

/// An object that must be as it was when that was required.
package struct Requirement {
    let object: any Model
    let key: ObjectKey
    let version: Int64

    var entityName: String { type(of: object).modelDescription.name }

    init(_ object: any Model) {
        self.object = object
        key = object.erasedKey
        version = object.objectState.version
    }
}

/// A pair of a many-to-many relationship, by the identity of the two objects.
package struct LinkPair: Hashable {
    /// The object whose key the first half holds.
    package let first: any Model
    /// The object whose key the second half holds.
    package let second: any Model
    /// Whether the objects were connected before the first of the unsaved changes to the pair.
    let wasConnected: Bool
    /// Grows with each pair that is noted, so that they are kept in an order.
    let number: Int

    package static func == (left: LinkPair, right: LinkPair) -> Bool {
        left.first === right.first && left.second === right.second
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(first))
        hasher.combine(ObjectIdentifier(second))
    }
}
