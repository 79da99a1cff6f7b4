/// An open store of one backend; may be used from any thread.
///
/// A backend implements ``StoreBackend`` (how stores of its type are opened and destroyed), `Store` and
/// ``StoreSession``. All functions block; the core calls them on threads that may block.
public protocol Store: AnyObject, Sendable {
    /// The store's abilities beyond the required minimum.
    var capabilities: Capabilities { get }
    /// The identity of the store: written at creation, read at each opening.
    var identity: StoreIdentity { get }
    /// Makes a session or reuses an idle one; waits while the maximum number is in use.
    func makeSession() throws -> any StoreSession
    /// Closes the store once every session has ended; safe to call twice.
    func close() throws
}

/// One conversation with a store: a consistent snapshot to read, and commits.
///
/// One thread uses a session at a time. The first read after making the session, after ``commit(_:)`` or after
/// ``refresh()`` fixes the snapshot; all reads until the next of these see that state. A new snapshot includes the session's own
/// commits.
public protocol StoreSession: AnyObject {
    /// Fetches rows, in constant memory.
    ///
    /// The cursor stays valid during other reads of the session, until it is closed or the session commits, refreshes or
    /// ends.
    func fetch(_ request: FetchRequest) throws -> FetchAnswer
    /// Counts the rows of a request, after offset and limit; `nil` when the store cannot do it exactly.
    func count(_ request: FetchRequest) throws -> Int?
    /// Computes aggregates: result rows of values; `nil` when the store cannot do it exactly.
    func aggregate(_ request: AggregateRequest) throws -> [[Value]]?
    /// The pairs of a link table that have one of these keys on the given side, as (that key, the other key), sorted by
    /// both.
    func links(_ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]) throws -> [(ObjectKey, ObjectKey)]
    /// The keys among these that have no row.
    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey]
    /// Commits a change set durably as a whole; after an error or with conflicts the store is unchanged.
    func commit(_ changes: ChangeSet) throws -> CommitResult
    /// Reserves a block of integer keys that the store never hands out again, and returns the first.
    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64
    /// Ends the snapshot; the next read opens a new one.
    func refresh() throws
    /// How the store would answer a request.
    func explain(_ request: FetchRequest) throws -> StorePlan
    /// A closure that interrupts the running call of this session from another thread; the call then throws
    /// ``GranaryError/Code/cancelled``.
    var interrupter: @Sendable () -> Void { get }
    /// Returns the session to its store; it is not used afterwards.
    func end()
}

/// A description, for people, of how a store would answer a request.
public struct StorePlan: Sendable, Hashable {
    /// The parts that the store evaluates itself.
    public var pushedDown: [String] = []
    /// The parts left to the core, each with the reason.
    public var residual: [String] = []
    /// The name of the index that serves the request, if one does.
    public var index: String?
    /// Whether the store reads every row of the entity.
    public var scansAllRows = true
    /// The statement or description in the engine's own words.
    public var statement = ""
    /// The engine's plan, a line each.
    public var enginePlan: [String] = []

    /// Makes an empty plan.
    public init() {}
}
