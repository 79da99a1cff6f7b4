import Granary
import GranaryConformance

/// A session that fails when it is told to; else it does what another one does.
final class FailingSession: PassingSession {
    /// What can be made to fail.
    enum Call: Hashable { case fetch, refresh }

    let base: any StoreSession
    /// The calls that fail.
    var failing: Set<Call> = []
    /// How many calls have failed.
    private(set) var failures = 0
    /// What is done when a commit is through, before it returns.
    var afterCommit: () -> Void = {}

    init(_ base: any StoreSession) { self.base = base }

    /// Puts a failing session between a context and its only store.
    static func replaceSession(of context: Context) throws -> FailingSession {
        let session = FailingSession(try context.access.session(at: 0))
        context.access.replaceSession(at: 0, with: session)
        return session
    }

    private func mayFail(_ call: Call) throws {
        guard failing.contains(call) else { return }
        failures += 1
        throw GranaryError(.unavailable, "The store cannot be reached.")
    }

    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        try mayFail(.fetch)
        return try base.fetch(request)
    }
    func commit(_ changes: ChangeSet) throws -> CommitResult {
        let result = try base.commit(changes)
        afterCommit()
        return result
    }
    func refresh() throws {
        try mayFail(.refresh)
        try base.refresh()
    }
}
