public import Granary

/// Objects by their identities.
extension Repository {
    /// An object by its identity; `nil` if there is none.
    ///
    /// Where the model has a cache (``SyncedCache``), one that is in it costs no request of the store.
    ///
    /// - Throws: as ``fetch(_:_:maxAge:)-(Query<M>,_,_)``.
    @inlinable public nonisolated(nonsending) func object(
        _ id: ObjectID<M>, _ policy: ReadPolicy = .localOrRemote
    ) async throws -> M.Snapshot? {
        // Only this is compiled for the program's model: without it, what a hit costs is mostly places for a model of
        // unknown size.
        if let found = try cached(id.key.keyBits, policy) { return found }
        return try await objects([id], policy).first
    }

    /// The object with a key, where the policy takes one that is in the cache and it is there.
    ///
    /// - Throws: ``GranaryError/Code/accessDenied``.
    @usableFromInline func cached(_ key: KeyBits, _ policy: ReadPolicy) throws -> M.Snapshot? {
        guard let cache, policy.takesAnObjectThatIsHere, !terms.contract.judges(M.self) else { return nil }
        if !core.access.isUnlimited || !terms.access.isUnlimited {
            try core.right(to: M.self, terms).require(.local)
        }
        return cache.snapshot(key)
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
