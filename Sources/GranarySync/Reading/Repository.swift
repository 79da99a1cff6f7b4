public import Granary

/// The objects of one model, in the store and on the server: values in and out, from any task.
public struct Repository<M: Model>: Sendable {
    let core: RepositoryCore

    /// The objects of a query.
    ///
    /// The rows that the server serves are merged into the store in one save, in which writes that are not sent yet
    /// stay. The answer is the state of the store after that. Equal requests of several callers are one. Once an attempt
    /// has found no connection, a call that the store may answer waits for no further attempt until one succeeds.
    ///
    /// - Parameters:
    ///   - query: the objects; a query that continues a page can only be answered by the store.
    ///   - policy: where the answer may come from.
    ///   - maxAge: how long ago the server may have served the query for the store to have everything; `nil` for any
    ///     time.
    /// - Returns: the objects, and where they come from.
    /// - Throws: by the policy, ``GranaryError/Code/unavailable`` without a connection, and the server's error;
    ///   ``GranaryError/Code/unsupported`` for ``ReadPolicy/remote`` and a model that is not synced; errors of
    ///   the stores; ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func fetch(
        _ query: Query<M> = M.all, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil
    ) async throws -> Answer<M> {
        switch policy.rule {
        case .local: return try await core.local(query, maxAge)
        case .remote: return try await remote(query, maxAge)
        case .remoteOrLocal: return try await remote(query, maxAge, policy, orElse: nil)
        case .localOrRemote, .localThenRemote:
            let here = try await core.local(query, maxAge)
            guard here.isComplete else { return try await remote(query, maxAge, policy, orElse: here) }
            if policy.rule == .localThenRemote, core.captures(M.self) { core.refreshBehind(query) }
            return here
        }
    }

    /// The first object of a query; `nil` if there is none.
    ///
    /// - Throws: as ``fetch(_:_:maxAge:)``.
    public nonisolated(nonsending) func first(
        _ query: Query<M> = M.all, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil
    ) async throws -> M.Snapshot? {
        try await fetch(query.limit(1), policy, maxAge: maxAge).first
    }

    private nonisolated(nonsending) func remote(
        _ query: Query<M>, _ maxAge: Duration?
    ) async throws -> Answer<M> { try await asking(query, query, maxAge) }

    private nonisolated(nonsending) func remote(
        _ query: Query<M>, _ maxAge: Duration?, _ policy: ReadPolicy, orElse here: Answer<M>?
    ) async throws -> Answer<M> { try await asking(query, query, policy, orElse: here, maxAge) }

    /// Asks the server for the objects of one query, and answers another one from the store.
    nonisolated(nonsending) func asking(
        _ asked: Query<M>, _ answered: Query<M>, _ maxAge: Duration? = nil
    ) async throws -> Answer<M> {
        try await core.refresh(asked)
        var answer = try await core.local(answered, maxAge)
        answer.origin = .remote
        return answer
    }

    /// The same, and answers from the store alone where the server cannot be reached.
    nonisolated(nonsending) func asking(
        _ asked: Query<M>, _ answered: Query<M>, _ policy: ReadPolicy, orElse here: Answer<M>?,
        _ maxAge: Duration? = nil
    ) async throws -> Answer<M> {
        let problem: GranaryError
        if let known = core.connection.problem, core.captures(M.self) {
            core.refreshBehind(asked)
            problem = known
        } else {
            do {
                return try await asking(asked, answered, maxAge)
            } catch let error as GranaryError where error.code == .unavailable {
                problem = error
            } catch  where policy.answersAfterErrors && !Task.isCancelled {
                problem =
                    error as? GranaryError
                    ?? GranaryError(.engine, "The server has answered with an error.", cause: error)
            }
        }
        var answer: Answer<M>
        if let here { answer = here } else { answer = try await core.local(answered, maxAge) }
        answer.remoteError = problem
        return answer
    }
}
