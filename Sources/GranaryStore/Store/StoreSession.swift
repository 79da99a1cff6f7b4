/// A session with a store: a consistent snapshot to read, and commits.
///
/// One thread uses a session at a time. The first read after making the session, after ``commit(_:)`` or after
/// ``refresh()`` fixes the snapshot; all reads until the next of these see that state. A new snapshot includes the
/// session's own commits.
public protocol StoreSession: AnyObject {
    /// Fetches rows, in constant memory.
    ///
    /// The cursor stays valid during other reads of the session, until it is closed or the session commits, refreshes
    /// or ends.
    func fetch(_ request: FetchRequest) throws -> FetchAnswer
    /// Counts the rows of a request, after offset and limit; `nil` when the store cannot do it exactly.
    func count(_ request: FetchRequest) throws -> Int?
    /// Computes the values of expressions: a row of them for each row of the request, in its order; `nil` for the core, which
    /// then fetches the rows and what their expressions lead to.
    ///
    /// A store may return `nil` wherever it would have to fail, so that the core finds the exact error.
    func select(_ request: SelectRequest) throws -> [[Value]]?
    /// Passes the rows of ``select(_:)`` to a closure, so that no values are boxed: one cursor, which moves from row to row, and
    /// where it has the columns of the request.
    ///
    /// The closure does not move the cursor, whose typed calls throw for null and for values of another kind.
    ///
    /// - Returns: False where the store has only ``select(_:)``, as without an implementation, or the closure has returned
    ///   false; `nil` for the core. Then the rows that were passed do not count.
    func select(
        _ request: SelectRequest, _ row: (any RowCursor, [SelectRequest.Column]) throws -> Bool
    ) throws -> Bool?
    /// Computes aggregates: result rows of values; `nil` when the store cannot do it exactly, such as a condition on
    /// groups or a calculation with aggregates that it does not know.
    func aggregate(_ request: AggregateRequest) throws -> [[Value]]?
    /// The pairs of a link table that have one of these keys on the given side, as (that key, the other key), sorted by
    /// both.
    func links(_ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]) throws -> [(ObjectKey, ObjectKey)]
    /// The keys among these that have no row.
    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey]
    /// Commits a change set durably as a whole; after an error or with conflicts the store is unchanged.
    func commit(_ changes: ChangeSet) throws -> CommitResult
    /// Reserves a block of integer keys that the store never assigns again, and returns the first.
    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64
    /// Ends the snapshot; the next read opens a new one.
    func refresh() throws
    /// How the store would answer a request.
    func explain(_ request: FetchRequest) throws -> StorePlan
    /// How the store would compute aggregates; `nil` when it leaves them to the core.
    ///
    /// Without an implementation it is `nil`, which says nothing about ``aggregate(_:)``.
    func explain(_ request: AggregateRequest) throws -> StorePlan?
    /// How the store would compute the values of expressions; `nil` when it leaves them to the core.
    ///
    /// Without an implementation it is `nil`, which says nothing about ``select(_:)``.
    func explain(_ request: SelectRequest) throws -> StorePlan?
    /// A closure that interrupts the running call of this session from another thread; the call then throws
    /// ``GranaryError/Code/cancelled``.
    var interrupter: @Sendable () -> Void { get }
    /// Returns the session to its store; it is not used afterwards.
    func end()
    /// Whether ``select(_:)``, ``aggregate(_:)`` and their plans take rows with a ``FetchRequest/partner``; false without an
    /// implementation.
    ///
    /// They may return `nil` for any of these, as always.
    var answersJoins: Bool { get }
}

extension StoreSession {
    /// False: the core joins.
    public var answersJoins: Bool { false }
    /// False: the store only has ``select(_:)``.
    public func select(
        _ request: SelectRequest, _ row: (any RowCursor, [SelectRequest.Column]) throws -> Bool
    ) throws -> Bool? { false }
    /// Nothing: the core computes the aggregates, or the store does not say how.
    public func explain(_ request: AggregateRequest) throws -> StorePlan? { nil }
    /// Nothing: the core computes the values, or the store does not say how.
    public func explain(_ request: SelectRequest) throws -> StorePlan? { nil }
}
