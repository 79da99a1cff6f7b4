public import Granary

/// The objects of one model, wherever they are: values in and out, from any task.
public struct Repository<M: Model>: Sendable {
    let core: RepositoryCore

    /// The objects of a query.
    ///
    /// What the server serves is merged into the store in one save, in which writes that are not sent yet stay. The
    /// answer is what the store holds then. Equal requests of several callers are one.
    ///
    /// - Parameters:
    ///   - query: the objects; a query that continues a page can only be answered by the store.
    ///   - policy: where the answer may come from.
    /// - Returns: the objects, and what is known of them.
    /// - Throws: by the policy, ``GranaryError/Code/unavailable`` without a connection, and the server's error;
    ///   ``GranaryError/Code/unsupported`` for ``ReadPolicy/remote`` and a model that is not synced; errors of
    ///   the stores; ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func fetch(
        _ query: Query<M> = M.all, _ policy: ReadPolicy = .localOrRemote
    ) async throws -> Answer<M> {
        switch policy.rule {
        case .local: return try await core.local(query)
        case .remote: return try await remote(query)
        case .localOrRemote:
            var here = try await core.local(query)
            if here.isComplete { return here }
            do {
                return try await remote(query)
            } catch let error as GranaryError where error.code == .unavailable {
                here.remoteError = error
                return here
            }
        }
    }

    private nonisolated(nonsending) func remote(_ query: Query<M>) async throws -> Answer<M> {
        try await core.refresh(query)
        var answer = try await core.local(query)
        answer.origin = .remote
        return answer
    }
}
