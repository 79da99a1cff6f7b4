/// An open store of one backend; may be used from any thread.
///
/// A backend implements ``StoreBackend`` (how stores of its type are opened and destroyed), `Store` and
/// ``StoreSession``. All functions block; the core calls them on threads that may.
public protocol Store: AnyObject, Sendable {
    /// What the store can do beyond the required minimum.
    var capabilities: Capabilities { get }
    /// Who the store is: written when it was created, read at each opening.
    var identity: StoreIdentity { get }
    /// Makes a session, or takes an idle one; waits when as many are in use as the store allows.
    func makeSession() throws -> any StoreSession
    /// Closes the store once every session has ended; safe to call twice.
    func close() throws
}

/// One conversation with a store: a consistent snapshot to read, and commits.
///
/// One thread at a time.
///
/// The first read after making the session, or after ``commit(_:)`` or ``refresh()``, fixes the snapshot;
/// every read until the next of these sees that state and the session's own commits.
public protocol StoreSession: AnyObject {
    /// Fetches rows, in constant memory.
    ///
    /// The cursor stays valid beside other reads of the session, until it is closed or the session commits,
    /// refreshes or ends.
    func fetch(_ request: FetchRequest) throws -> FetchAnswer
    /// Counts the rows of a request, after offset and limit; `nil` when the store cannot do it exactly.
    func count(_ request: FetchRequest) throws -> Int?
    /// Computes aggregates: result rows of values; `nil` when the store cannot do it exactly.
    func aggregate(_ request: AggregateRequest) throws -> [[Value]]?
    /// The pairs of a link table whose half on the given side has one of these keys: (that key, the other
    /// key), ordered by both.
    func links(_ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]) throws -> [(ObjectKey, ObjectKey)]
    /// Which of these keys have no row.
    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey]
    /// Commits a change set as a whole, durably, or throws (or reports conflicts) and leaves the store as it
    /// was.
    func commit(_ changes: ChangeSet) throws -> CommitResult
    /// Reserves a block of integer keys that the store will never hand out again; returns the first of them.
    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64
    /// Ends the snapshot; the next read opens a new one.
    func refresh() throws
    /// How the store would answer a request.
    func explain(_ request: FetchRequest) throws -> StorePlan
    /// What interrupts the running call of this session from another thread; the call then throws
    /// ``GranaryError/Code/cancelled``.
    var interrupter: @Sendable () -> Void { get }
    /// Gives the session back to its store; it is not used any more.
    func end()
}

/// How a store would answer a request, in words for people.
public struct StorePlan: Sendable, Hashable {
    /// What the store evaluates itself.
    public var pushedDown: [String] = []
    /// What the core has to do afterwards, because the store cannot, and why.
    public var residual: [String] = []
    /// The name of the index that serves the request, if one does.
    public var index: String?
    /// Whether the store looks at every row of the entity.
    public var scansAllRows = true
    /// The statement or description in the engine's own words.
    public var statement = ""
    /// The engine's plan, a line each.
    public var enginePlan: [String] = []

    /// Makes an empty plan.
    public init() {}
}
