import Granary

/// The members of relationships to many, which refer to their owners.
extension GraphAsking {
    /// Reads the members of all owners.
    ///
    /// For a later graph the store is read, after the members of new owners were asked for.
    nonisolated(nonsending) mutating func readMembers() async throws {
        if ask.inverses.isEmpty { return }
        defer { noteMembers() }
        guard let former = ask.former else { return try await askMembers(ask.inverses) }
        var unknown: [GraphAsk.Inverse] = []
        for var inverse in ask.inverses {
            let known = former.owners[inverse.link] ?? [:]
            found.memory.owners[inverse.link] = known.filter { inverse.ownerSet.contains($0.key) }
            inverse.owners.removeAll { known[$0] != nil }
            if !inverse.owners.isEmpty { unknown.append(inverse) }
        }
        if !unknown.isEmpty { try await askMembers(unknown) }
        let present = try await repository.fetch(query(ask.inverses), .local, maxAge: ask.maxAge)
        take(GraphBatch(present))
        for (key, object) in former.held {
            if let snapshot = object as? Target.Snapshot, isMember(snapshot, of: ask.inverses) {
                hold(snapshot, key)
            }
        }
        if present.isComplete { note(.complete, ask.inverses) }
    }

    private nonisolated(nonsending) mutating func askMembers(_ inverses: [GraphAsk.Inverse]) async throws {
        let (ask, repository, query) = (ask, repository, query(inverses))
        var batch = try await attempt {
            guard let fetch = ask.reading.fetch as? GraphFetch<Target> else {
                return GraphBatch(try await repository.fetch(query, ask.policy, maxAge: ask.maxAge))
            }
            let owners = inverses.flatMap(\.owners)
            let request = GraphRequest(query: query, ids: [], owners: owners)
            return GraphBatch(returned: try await repository.returned(for: request, by: fetch))
        }
        if batch.failure != nil { batch.take(try await repository.fetch(query, .local)) }
        if ask.reading.fetch != nil {
            batch.snapshots.removeAll { !isMember($0, of: inverses) }
            if batch.failure == nil { try batch.judge(by: repository.terms.contract, .query(query)) }
        }
        noteReturned(batch)
        take(batch)
        note(batch.outcome, inverses)
    }

    /// Asks for objects by their identities and for members in one request; returns whether it has done so.
    ///
    /// It does so where both have to be asked for, and not for a source that cannot ask its server for both at once.
    nonisolated(nonsending) mutating func readTogether() async throws -> Bool {
        guard ask.former == nil, ask.key.own == nil, ask.policy.rule != .local, !ask.ids.isEmpty,
            !ask.inverses.isEmpty, isSynced
        else { return false }
        var wanted = ask.ids
        if ask.policy.rule == .localOrRemote || ask.policy.rule == .localThenRemote {
            let present = try await repository.objects(Self.ids(ask.ids), .local)
            let known = Set(present.map(\.objectID.key.objectKey)).subtracting(present.state.lacking)
            wanted.removeAll(where: known.contains)
            if wanted.isEmpty { return false }
            take(GraphBatch(present))
        }
        var query = query(ask.inverses)
        query.predicate = query.predicate.map { .or(.holdsKey(path: [], keys: wanted.sorted()), $0) }
        let (ask, repository, both) = (ask, repository, query)
        var batch = try await attempt {
            GraphBatch(try await repository.fetch(both, ask.policy, maxAge: ask.maxAge))
        }
        if batch.failure?.code == .unsupported { return false }
        let outcome = batch.outcome
        if batch.failure != nil { batch.take(try await repository.fetch(both, .local)) }
        take(batch, of: wanted)
        note(ask.ids, of: batch)
        note(outcome, ask.inverses)
        noteMembers()
        return true
    }

    /// The members of the owners.
    private func query(_ inverses: [GraphAsk.Inverse]) -> Query<Target> {
        let conditions = inverses.map(\.condition)
        let any = conditions.dropFirst().reduce(conditions[0]) { .or($0, $1) }
        return restricted(any)
    }

    mutating func note(_ outcome: GraphMemory.Outcome, _ inverses: [GraphAsk.Inverse]) {
        for inverse in inverses {
            for owner in inverse.owners {
                found.memory.owners[inverse.link, default: [:]][owner] = outcome
            }
        }
    }

    private func isMember(_ snapshot: Target.Snapshot, of inverses: [GraphAsk.Inverse]) -> Bool {
        let object = Target(snapshot)
        return inverses.contains { inverse in
            object.referenceKey(at: inverse.inverse.position).map(inverse.ownerSet.contains) ?? false
        }
    }

    /// Notes which of the objects belong to which owner, and for which owners there may be more.
    mutating func noteMembers() {
        for inverse in ask.inverses {
            var members = Dictionary(inverse.owners.map { ($0, [ObjectKey]()) }) { first, _ in first }
            for (key, snapshot) in here {
                guard let owner = Target(snapshot).referenceKey(at: inverse.inverse.position) else {
                    continue
                }
                members[owner]?.append(key)
            }
            found.members[inverse.link] = members.mapValues { $0.sorted() }
            for owner in inverse.owners {
                guard case .open(let reason)? = found.memory.owners[inverse.link]?[owner] else { continue }
                found.open[inverse.link] = reason
                break
            }
        }
    }
}
