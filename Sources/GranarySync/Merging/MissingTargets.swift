import Granary

/// The objects that served rows refer to, and that neither came with them nor are here.
struct MissingTargets {
    let context: Context
    let rule: SyncRule

    /// The keys by model, of synced models alone.
    func keys(of payload: RemotePayload) throws -> [(entity: Entity, keys: Set<ObjectKey>)] {
        var wanted: [Int: Set<ObjectKey>] = [:]
        for list in payload.lists {
            guard let entity = context.schema.entity(of: list.type), rule.captures(entity) else { continue }
            for (index, keys) in try list.targets(entity) { wanted[index, default: []].formUnion(keys) }
        }
        let objects = PresentObjects(context: context)
        return try wanted.sorted { $0.key < $1.key }.compactMap { index, keys in
            let entity = context.schema.entities[index]
            guard rule.captures(entity) else { return nil }
            var missing = keys.subtracting(payload.keys(of: entity))
            if let ids = RemoteIDs(entity, rule, context), ids.areKeys {
                let known = try ids.keys(of: Set(missing.compactMap(\.values.first)))
                missing = missing.filter { $0.values.first.map { known[$0] == nil } ?? true }
                // Keys that are made here are no ids of the server.
                if entity.hasReservedKeys { return missing.isEmpty ? nil : (entity, missing) }
            }
            missing.subtract(try objects.keys(missing, of: entity))
            return missing.isEmpty ? nil : (entity, missing)
        }
    }
}

extension ServedRow {
    /// The keys that the served references hold, by the positions of the entities that they refer to.
    func targets(of entity: Entity) -> [(entity: Int, key: ObjectKey)] {
        if entity.toOne.isEmpty { return [] }
        let object = Snapshot.Object(snapshot)
        return entity.toOne.compactMap { relationship in
            guard given?.contains(relationship.property) ?? true,
                let key = object.referenceKey(at: relationship.position)
            else { return nil }
            return (relationship.destination.index, key)
        }
    }
}

extension Sequence {
    /// The served values of an attribute, but null.
    func values<Snapshot>(of attribute: Int, _ entity: Entity) throws -> Set<Value>
    where Element == ServedRow<Snapshot> {
        var values: Set<Value> = []
        for row in self where row.given?.contains(attribute) ?? true {
            let value = try row.snapshot.columnValues(of: entity, only: attribute)[attribute]
            if !value.isNull { values.insert(value) }
        }
        return values
    }

    /// The keys that the references of some rows hold, by the positions of the entities that they refer to.
    func targets<Snapshot>(_ entity: Entity) -> [Int: Set<ObjectKey>] where Element == ServedRow<Snapshot> {
        var targets: [Int: Set<ObjectKey>] = [:]
        for row in self {
            for (index, key) in row.targets(of: entity) { targets[index, default: []].insert(key) }
        }
        return targets
    }
}
