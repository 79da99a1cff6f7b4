import Granary

/// Objects by their identities.
extension GraphAsking {
    /// Reads the objects that are asked for by their identities.
    ///
    /// For a later graph the store is read, and only what is neither here nor was asked for before is asked for.
    nonisolated(nonsending) mutating func readObjects() async throws {
        if ask.ids.isEmpty { return }
        guard let former = ask.former else { return try await askObjects(ask.ids) }
        let present = GraphBatch(try await repository.objects(Self.ids(ask.ids), .local))
        take(present)
        noteBroken(ask.ids, in: present)
        for key in ask.ids { if let object = former.held[key] as? Target.Snapshot { hold(object, key) } }
        let unknown = ask.ids.filter { !recall($0, former.ids[$0]) }
        if !unknown.isEmpty { try await askObjects(unknown) }
    }

    /// Takes over what is known of an object that the store was read for; returns whether it need not be asked for.
    private mutating func recall(_ key: ObjectKey, _ known: GraphMemory.Outcome?) -> Bool {
        if here[key] != nil {
            if case .open(let reason)? = known {
                if case .failed = reason { found.failure = reason }
                if found.lacking[key] != nil { found.lacking[key] = reason }
            }
            found.memory.ids[key] = known ?? found.lacking[key].map { .open($0) } ?? .complete
            return true
        }
        guard let known else { return false }
        if let reason = found.lacking[key] {
            found.absent[key] = reason
        } else if case .open(let reason) = known {
            found.absent[key] = reason
        } else {
            // It was there for the graph before, and is deleted.
            found.absent[key] = .notFound
        }
        found.memory.ids[key] = known
        return true
    }

    private nonisolated(nonsending) mutating func askObjects(_ keys: [ObjectKey]) async throws {
        let (ask, repository, ids) = (ask, repository, Self.ids(keys))
        let query = restricted(.holdsKey(path: [], keys: keys.sorted()))
        var batch = try await attempt {
            guard let fetch = ask.reading.fetch as? GraphFetch<Target> else {
                return GraphBatch(try await repository.objects(ids, ask.policy))
            }
            let wanted = Set(keys)
            let request = GraphRequest(query: query, ids: ids, owners: [])
            let returned = try await repository.returned(for: request, by: fetch)
            return GraphBatch(returned: returned.filter { wanted.contains($0.objectID.key.objectKey) })
        }
        if batch.failure != nil {
            batch.take(try await repository.objects(ids, .local))
        } else if ask.reading.fetch != nil {
            try batch.judge(by: repository.terms.contract, .keys(keys))
        }
        noteReturned(batch)
        take(batch, of: keys)
        note(keys, of: batch)
    }

    /// Notes which of some objects are not here because they break the contract.
    ///
    /// What a program returns was checked already.
    private mutating func noteBroken(_ keys: [ObjectKey], in batch: GraphBatch<Target>) {
        if batch.broken.isEmpty || ask.reading.fetch != nil { return }
        for key in keys where here[key] == nil && batch.broken.contains(key) {
            found.lacking[key] = .incomplete(found.error)
        }
    }

    /// Notes what became of objects that were asked for.
    mutating func note(_ keys: [ObjectKey], of batch: GraphBatch<Target>) {
        let reason = batch.reason(isSynced: isSynced)
        if batch.failure != nil { found.failure = reason }
        noteBroken(keys, in: batch)
        for key in keys {
            if here[key] == nil {
                // One that is not whole enough exists.
                let own = reason.isFailure ? reason : found.lacking[key] ?? reason
                found.absent[key] = own
                found.memory.ids[key] = .open(own)
            } else if batch.failure != nil {
                found.memory.ids[key] = .open(reason)
            } else {
                found.memory.ids[key] = found.lacking[key].map { .open($0) } ?? .complete
            }
        }
    }
}
