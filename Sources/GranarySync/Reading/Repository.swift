public import Granary

/// The objects of one model, in the store and on the server: values in and out, from any task.
public struct Repository<M: Model>: Sendable {
    let core: RepositoryCore
    var terms = ReadTerms()
    /// The rows of the model that are in memory; `nil` for one without a cache.
    let cache: ModelCache?

    init(core: RepositoryCore) {
        self.core = core
        cache = core.caches[M.self]
    }

    /// The objects of a query.
    ///
    /// The rows that the server serves are merged into the store in one save, in which writes that are not sent yet
    /// stay. The answer is the state of the store after that. Equal requests of several callers are one. Once an attempt
    /// has found no connection, a call that the store may answer waits for no further attempt until one succeeds.
    ///
    /// The store has everything if the server has served the query whole, or the same condition without a limit.
    ///
    /// - Parameters:
    ///   - query: the objects; a query that continues a page can only be answered by the store.
    ///   - policy: where the answer may come from.
    ///   - maxAge: how long ago the server may have served the query for the store to have everything; `nil` for as
    ///     long as the server has said, or else any time.
    /// - Returns: the objects, and where they come from.
    /// - Throws: by the policy, ``GranaryError/Code/unavailable`` without a connection, and the server's error;
    ///   ``GranaryError/Code/unsupported`` for ``ReadPolicy/remote`` and a model that is not synced, and for what the
    ///   source cannot ask its server; ``GranaryError/Code/accessDenied``; errors of the stores;
    ///   ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func fetch(
        _ query: Query<M> = M.all, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil
    ) async throws -> Answer<M> { try await ReadCall(core, .query(query), policy, maxAge, terms).answer() }

    /// The objects of a query that only the server can answer, in the server's order.
    ///
    /// The store answers with the objects that the server has served last; one that was deleted since is left out.
    ///
    /// - Throws: as ``fetch(_:_:maxAge:)-(Query<M>,_,_)``.
    public nonisolated(nonsending) func fetch(
        _ query: NamedQuery<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil
    ) async throws -> Answer<M> { try await ReadCall(core, .named(query), policy, maxAge, terms).answer() }

    /// Asks the server for the next page of an answer.
    ///
    /// - Returns: all objects that the store has of the query, with those of the page; after the last page it is
    ///   complete.
    /// - Throws: as ``fetch(_:_:maxAge:)-(Query<M>,_,_)`` with ``ReadPolicy/remote``.
    public nonisolated(nonsending) func fetch(_ page: NextPage<M>) async throws -> Answer<M> {
        try await ReadCall(core, page.target, .remote, nil, terms).answer(page.start)
    }

    /// The first object of a query; `nil` if there is none.
    ///
    /// - Throws: as ``fetch(_:_:maxAge:)-(Query<M>,_,_)``.
    public nonisolated(nonsending) func first(
        _ query: Query<M> = M.all, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil
    ) async throws -> M.Snapshot? {
        try await fetch(query.limit(1), policy, maxAge: maxAge).first
    }

    /// The only object of a query; `nil` if there is none.
    ///
    /// - Throws: ``GranaryError/Code/query`` if there are several; as ``fetch(_:_:maxAge:)-(Query<M>,_,_)``.
    public nonisolated(nonsending) func single(
        _ query: Query<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil
    ) async throws -> M.Snapshot? {
        let found = try await fetch(query.limit(2), policy, maxAge: maxAge)
        if found.count < 2 { return found.first }
        throw GranaryError(
            .query,
            "More than one object of \(M.modelDescription.name) meets a condition that was to name a single one; narrow the condition, or ask for the first.",
            context: .init(entity: M.modelDescription.name))
    }

    /// The number of objects of a query that the store has, after the server was asked where the policy says so.
    ///
    /// - Throws: as ``fetch(_:_:maxAge:)-(Query<M>,_,_)``.
    public nonisolated(nonsending) func count(
        _ query: Query<M> = M.all, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil
    ) async throws -> Int {
        let target = ReadTarget.query(query)
        let judge = terms.contract.judge(target)
        let call = ReadCall(
            core: core, target: target, policy: policy, maxAge: maxAge, right: core.right(to: target, terms),
            read: { try $0.count($1, $2, judge, in: $3) })
        return try await call.answer().count
    }
}
