import Granary

/// The rows that the store has of a query and that the server's answer to it lacks.
struct AbsentRows<M: Granary.Model>: Sendable {
    let query: Query<M>
    let extra: ExtraRows

    /// Deletes those that the server does not have: the objects that were asked for by their identities, and on request
    /// all that the query covers.
    ///
    /// - Throws: errors of the stores.
    func settle(after payload: RemotePayload, _ merge: ServedMerge) throws {
        guard payload.isWhole, !payload.isUnchanged, payload.next == nil, query.limit == nil,
            query.offset == 0, query.cursor == nil,
            let entity = merge.context.schema.entity(of: M.self)
        else { return }
        let keys = RemoteRequest(query).keys
        if keys == nil && extra != .replace { return }
        let served = try payload.keysHere(of: entity, merge.rule, merge.context)
        if let keys {
            let gone = try known(keys, entity, merge).filter { !served.contains($0) }
            if gone.isEmpty { return }
            try SyncGap.forgetRows(gone.map(\.entryData), entity, in: merge.context)
            let ids = gone.compactMap { M.Key(objectKey: $0).map { ObjectID<M>($0) } }
            let objects = try merge.context.objects(ids)
            let absent = Set(gone).subtracting(objects.map(\.erasedKey))
            try SyncGap.forgetStale(absent.map(\.entryData), entity, in: merge.context)
            return try ServedDeletion(merge).delete(objects, of: entity, areKnownGone: true)
        }
        if query.predicate == nil {
            try SyncGap.forgetRows(except: Set(served.map(\.entryData)), entity, in: merge.context)
        }
        let rows = try merge.context.fetch(query.unfiltered()).filter { !served.contains($0.erasedKey) }
        let known = Set(try known(rows.map(\.erasedKey), entity, merge))
        try ServedDeletion(merge).delete(
            rows.filter { known.contains($0.erasedKey) }, of: entity, areKnownGone: false)
    }
}

extension AbsentRows {
    /// Those of some keys whose objects the server can know: it has sent their ids, if it assigns ids.
    private func known(
        _ keys: [ObjectKey], _ entity: Entity, _ merge: ServedMerge
    ) throws -> [ObjectKey] {
        // Objects without an id of the server were not asked for.
        guard let ids = RemoteIDs(entity, merge.rule, merge.context), ids.areKeys else { return keys }
        let known = try ids.ids(of: Set(keys))
        return keys.filter { key in known[key].map { !$0.isNull } ?? false }
    }
}

extension RemotePayload {
    /// The keys that the objects of the rows of an entity have here.
    func keysHere(of entity: Entity, _ rule: SyncRule, _ context: Context) throws -> Set<ObjectKey> {
        guard let ids = RemoteIDs(entity, rule, context) else { return keys(of: entity) }
        var words: Set<ObjectKey> = []
        for list in lists where list.model == entity.name {
            words.formUnion(try list.words(of: entity, rule, context))
        }
        let known = Set(try ids.keys(of: Set(words.compactMap(\.values.first))).values)
        return entity.hasReservedKeys ? known : known.union(keys(of: entity))
    }

    /// The keys of the rows of an entity.
    func keys(of entity: Entity) -> Set<ObjectKey> {
        var keys: Set<ObjectKey> = []
        for list in lists where list.model == entity.name { keys.formUnion(list.keys) }
        return keys
    }
}
