public import Granary

/// Objects by their identities.
extension Repository {
    /// An object by its identity; `nil` if there is none.
    ///
    /// - Throws: as ``fetch(_:_:maxAge:)``.
    public nonisolated(nonsending) func object(
        _ id: ObjectID<M>, _ policy: ReadPolicy = .localOrRemote
    ) async throws -> M.Snapshot? {
        try await objects([id], policy).first
    }

    /// Objects by their identities, in the order given; those that do not exist are left out, and one that is named twice
    /// is in the answer twice.
    ///
    /// The store has everything if it has all of them; by ``ReadPolicy/localOrRemote`` the server is asked only for
    /// those that are missing.
    ///
    /// - Throws: as ``fetch(_:_:maxAge:)``.
    public nonisolated(nonsending) func objects(
        _ ids: some Sequence<ObjectID<M>>, _ policy: ReadPolicy = .localOrRemote
    ) async throws -> Answer<M> {
        let keys = ids.map(\.key.objectKey)
        if keys.isEmpty { return Answer([], isComplete: true, servedAt: nil) }
        let all = Self.query(keys)
        let here = try await core.local(all, nil)
        let present = Set(here.map(\.objectID.key.objectKey))
        let missing = keys.filter { !present.contains($0) }
        switch policy.rule {
        case .local: return ordered(here, by: keys)
        case .localOrRemote, .localThenRemote:
            if missing.isEmpty || !core.captures(M.self) {
                if policy.rule == .localThenRemote, core.captures(M.self) { core.refreshBehind(all) }
                return ordered(here, by: keys)
            }
            return ordered(try await asking(Self.query(missing), all, policy, orElse: here), by: keys)
        case .remote: return ordered(try await asking(all, all), by: keys)
        case .remoteOrLocal: return ordered(try await asking(all, all, policy, orElse: here), by: keys)
        }
    }

    /// The query for objects with some keys.
    private static func query(_ keys: [ObjectKey]) -> Query<M> {
        Query(predicate: .holdsKey(path: [], keys: Set(keys).sorted()))
    }

    private func ordered(_ answer: Answer<M>, by keys: [ObjectKey]) -> Answer<M> {
        let found = Dictionary(answer.map { ($0.objectID.key.objectKey, $0) }) { _, last in last }
        let snapshots = keys.compactMap { found[$0] }
        var ordered = Answer<M>(
            snapshots, isComplete: answer.isComplete || snapshots.count == keys.count,
            servedAt: answer.servedAt)
        ordered.origin = answer.origin
        ordered.remoteError = answer.remoteError
        return ordered
    }
}
