import FoundationEssentials
import Granary

/// Notes what a server has served of a request, in the save of the rows.
struct ServedRecord: Sendable {
    /// The digest of the request; `nil` where nothing is noted of it.
    let digest: String?
    let request: RemoteRequest
    let entity: Entity
    let page: PageStart?
    let now: Date
    let rule: SyncRule

    /// Notes an answer; returns what its callers get besides the rows.
    func note(_ payload: RemotePayload, keepsTag: Bool, in context: Context) throws -> ServedAnswer {
        let begun = page?.begun ?? now
        var answer = ServedAnswer(metadata: payload.metadata, rowMetadata: payload.rowMetadata)
        answer.next = payload.next.map { PageStart(page: $0, begun: begun) }
        guard let digest else { return answer }
        let known = try context.object(ObjectID<SyncQuery>(digest))
        if payload.isUnchanged {
            known?.servedAt = now
            known?.freshUntil = fresh(payload)
            answer.metadata = EntryTexts.texts(known?.metadata)
            return answer
        }
        // With the last page, all rows are there.
        let isWhole = payload.next == nil && (payload.isWhole || page != nil)
        if let covers = payload.covers { try noteCover(covers, payload, in: context) }
        // What was served whole before still was.
        if !isWhole, request.name == nil, known?.isWhole == true { return answer }
        let query = try known ?? inserted(digest, in: context)
        query.servedAt = begun
        query.isWhole = isWhole
        query.freshUntil = fresh(payload)
        query.tag = isWhole && page == nil && keepsTag ? payload.tag : nil
        query.metadata = EntryTexts.data(of: payload.metadata)
        if request.name != nil { try noteKeys(payload, query, in: context) }
        return answer
    }

    private func fresh(_ payload: RemotePayload) -> Date? {
        payload.freshFor.map { now.addingTimeInterval($0 / .seconds(1)) }
    }

    /// Notes that more was served than was asked for.
    private func noteCover(_ covers: RemoteRequest, _ payload: RemotePayload, in context: Context) throws {
        let wider = QueryDigest(covers, entity, in: context.schema).own
        guard wider != digest, payload.next == nil, payload.isWhole, covers.model == request.model else {
            return
        }
        let query = try context.object(ObjectID<SyncQuery>(wider)) ?? inserted(wider, in: context)
        query.servedAt = now
        query.isWhole = true
        query.freshUntil = fresh(payload)
        query.tag = nil
    }

    /// Keeps the order of an answer that only the server knows.
    private func noteKeys(_ payload: RemotePayload, _ query: SyncQuery, in context: Context) throws {
        var keys = page == nil ? [] : EntryTexts.keys(query.keys) ?? []
        var seen = Set(keys)
        for key in try payload.keysHereInOrder(of: entity, rule, context) where seen.insert(key).inserted {
            keys.append(key)
        }
        query.keys = EntryTexts.data(of: keys)
    }

    private func inserted(_ digest: String, in context: Context) throws -> SyncQuery {
        let query = SyncQuery(digest: digest, entity: entity.name, servedAt: now, isWhole: false)
        try context.insert(query)
        return query
    }
}

extension RemotePayload {
    /// The keys of the rows of an entity, in the order in which they were added.
    private func keysInOrder(of entity: Entity) -> [ObjectKey] {
        lists.lazy.filter { $0.model == entity.name }.flatMap(\.keysInOrder)
    }

    /// The keys that the objects of the rows of an entity have here, in the order in which they were added.
    func keysHereInOrder(of entity: Entity, _ rule: SyncRule, _ context: Context) throws -> [ObjectKey] {
        let keys = keysInOrder(of: entity)
        guard let ids = RemoteIDs(entity, rule, context), ids.areKeys else { return keys }
        let known = try ids.keys(of: Set(keys.compactMap(\.values.first)))
        return keys.compactMap { key in
            key.values.first.flatMap { known[$0] } ?? (entity.hasReservedKeys ? nil : key)
        }
    }
}
