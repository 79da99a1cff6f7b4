public import Granary

extension Repository {
    /// The objects of a query, with a word about the rows that the store has and the server does not serve.
    ///
    /// ```swift
    /// let repositories = try await Repositories(stack, source: server)
    /// let today = try await repositories[Flight.self].fetch(Flight.all, .remote, extra: .replace)
    /// ```
    ///
    /// - Parameters:
    ///   - query: the objects.
    ///   - policy: where the answer may come from.
    ///   - maxAge: how long ago the server may have served the query for the store to have everything; `nil` for any
    ///     time.
    ///   - extra: what becomes of the rows that the store has of the query and that the server's answer lacks.
    /// - Returns: the objects, and where they come from.
    /// - Throws: as ``fetch(_:_:maxAge:)-(Query<M>,_,_)``.
    public nonisolated(nonsending) func fetch(
        _ query: Query<M> = M.all, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        extra: ExtraRows
    ) async throws -> Answer<M> {
        var policy = policy
        policy.extra = extra
        return try await fetch(query, policy, maxAge: maxAge)
    }
}

extension RepositoryCore {
    /// Asks the server, stores nothing, and answers with what it serves.
    nonisolated(nonsending) func passThrough<M: Model>(
        _ target: ReadTarget<M>, _ right: AccessRight, _ judge: ContractJudge<M>?
    ) async throws -> Answer<M> {
        try right.require(.all)
        let entity = try requireServed(target)
        let payload = right.allowed(in: try await asked(target.request, right))
        let (rule, now) = (rule, times.now)
        // The context is for the query alone, which may follow relationships into rows that are here.
        return try await stack.performOnStores(Self.readingOptions) { context in
            try right.require(.all)
            var merge = ServedMerge(context: context, rule: rule)
            merge.ignoresWrites = true
            try merge.enter(payload)
            var state = AnswerState()
            state.isComplete = payload.isWhole
            state.servedAt = now()
            let served = try target.snapshots(of: payload, entity, rule, in: context)
            let found: [M.Snapshot]
            (found, state.broken) = try judge?.accepted(served) ?? (served, [])
            if !state.broken.isEmpty { state.isComplete = false }
            var answer = Answer<M>(found, of: target, state)
            answer.take(
                ServedAnswer(
                    next: payload.next.map { PageStart(page: $0, begun: now()) }, metadata: payload.metadata,
                    rowMetadata: payload.rowMetadata))
            return answer
        }
    }
}

extension ReadTarget {
    /// The rows of a payload that are a part of the answer, in its order.
    fileprivate func snapshots(
        of payload: RemotePayload, _ entity: Entity, _ rule: SyncRule, in context: Context
    ) throws -> [M.Snapshot] {
        let keys = try payload.keysHere(of: entity, rule, context)
        var query = Query<M>(predicate: .holdsKey(path: [], keys: keys.sorted()))
        if let answered = self.query {
            if let predicate = answered.predicate, let keys = query.predicate {
                query.predicate = .and(keys, predicate)
            }
            // The server has skipped what is to be skipped.
            (query.sort, query.limit) = (answered.sort, answered.limit)
            query.lifted = answered.lifted
        }
        let found = M._snapshots(of: try context.fetch(query))
        let order: [ObjectKey]
        switch self {
        case .query: return found
        case .keys(let keys): order = keys
        case .named: order = try payload.keysHereInOrder(of: entity, rule, context)
        }
        let byKey = Dictionary(found.map { ($0.objectID.key.objectKey, $0) }) { first, _ in first }
        return order.compactMap { byKey[$0] }
    }
}
