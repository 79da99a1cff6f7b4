import Granary

/// A session that fails when it is told to; else it does what another one does.
final class FailingSession: StoreSession {
    /// What can be made to fail.
    enum Call: Hashable { case fetch, refresh }

    private let inner: any StoreSession
    /// The calls that fail.
    var failing: Set<Call> = []
    /// How many calls have failed.
    private(set) var failures = 0
    /// What is done when a commit is through, before it returns.
    var afterCommit: () -> Void = {}

    init(_ inner: any StoreSession) { self.inner = inner }

    /// Puts a failing session between a context and its only store.
    static func replaceSession(of context: ManagedContext) throws -> FailingSession {
        let session = FailingSession(try context.session(at: 0))
        context.sessions[0] = session
        return session
    }

    private func mayFail(_ call: Call) throws {
        guard failing.contains(call) else { return }
        failures += 1
        throw GranaryError(.unavailable, "The store cannot be reached.")
    }

    var interrupter: @Sendable () -> Void { inner.interrupter }

    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        try mayFail(.fetch)
        return try inner.fetch(request)
    }
    func count(_ request: FetchRequest) throws -> Int? { try inner.count(request) }
    func aggregate(_ request: AggregateRequest) throws -> [[Value]]? { try inner.aggregate(request) }
    func links(_ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]) throws -> [(ObjectKey, ObjectKey)] {
        try inner.links(table, fromFirst: fromFirst, of: keys)
    }
    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] {
        try inner.missing(keys, of: entity)
    }
    func commit(_ changes: ChangeSet) throws -> CommitResult {
        let result = try inner.commit(changes)
        afterCommit()
        return result
    }
    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        try inner.reserveKeys(count, of: entity)
    }
    func refresh() throws {
        try mayFail(.refresh)
        try inner.refresh()
    }
    func explain(_ request: FetchRequest) throws -> StorePlan { try inner.explain(request) }
    func end() { inner.end() }
}
