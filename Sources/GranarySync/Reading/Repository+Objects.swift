public import Granary

/// Objects by their identities.
extension Repository {
    /// An object by its identity; `nil` if there is none.
    ///
    /// Where the model has a cache (``SyncedCache``), one that is in it costs no request of the store.
    ///
    /// - Throws: as ``fetch(_:_:maxAge:)-(Query<M>,_,_)``.
    public nonisolated(nonsending) func object(
        _ id: ObjectID<M>, _ policy: ReadPolicy = .localOrRemote
    ) async throws -> M.Snapshot? {
        if policy.takesAnObjectThatIsHere, let cache, !terms.contract.judges(M.self) {
            try core.right(to: M.self, terms).require(.local)
            if let found: M.Snapshot = cache.snapshot(id.key.keyBits) { return found }
        }
        return try await objects([id], policy).first
    }

    /// Objects by their identities, in the order given; those that do not exist are left out, and one that is named twice
    /// is in the answer twice.
    ///
    /// The store has everything if it has all of them, with all of their properties; by ``ReadPolicy/localOrRemote`` the
    /// server is asked only for those that are missing.
    ///
    /// - Throws: as ``fetch(_:_:maxAge:)-(Query<M>,_,_)``.
    public nonisolated(nonsending) func objects(
        _ ids: some Sequence<ObjectID<M>>, _ policy: ReadPolicy = .localOrRemote
    ) async throws -> Answer<M> {
        let keys = ids.map(\.key.objectKey)
        if keys.isEmpty { return Answer([], of: .keys([]), AnswerState()) }
        return try await ReadCall<M, Answer<M>>(core, .keys(keys), policy, nil, terms).answer()
    }
}
