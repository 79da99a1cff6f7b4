import Granary

/// An object of a synced model without its type, as values by column.
struct SyncedObject {
    let context: Context
    let entity: Entity
    let key: ObjectKey

    /// The values; `nil` if the store does not hold it.
    func values() throws -> [Value]? {
        guard let type = entity.type as? any Granary.Model.Type else { return nil }
        return try values(type)
    }

    /// Gives the object values, or inserts it with them.
    func set(_ values: [Value]) throws {
        guard let type = entity.type as? any Granary.Model.Type else { return }
        try set(values, type)
    }

    /// Deletes the object, if the store holds it.
    func delete() throws {
        guard let type = entity.type as? any Granary.Model.Type else { return }
        try delete(type)
    }

    /// Adds or removes a pair of a many-to-many relationship, if both objects are there.
    func setPair(_ pair: EntryValues.Pair, isAdded: Bool) throws {
        guard let type = entity.type as? any Granary.Model.Type,
            let relationship = entity.relationship(pair.relationship), relationship.isManyToMany,
            let target = relationship.destination.type as? any Granary.Model.Type
        else { return }
        try setPair(type, target, relationship, pair.target, isAdded)
    }

    /// A payload with a row of the model, where some properties were served.
    func payload(_ values: [Value], serving names: Set<String>) throws -> RemotePayload {
        guard let type = entity.type as? any Granary.Model.Type else { return RemotePayload() }
        return try payload(values, names.filter { entity.property($0) != nil }, type)
    }

    private func find<M: Granary.Model>(_ type: M.Type, _ key: ObjectKey) throws -> M? {
        guard let key = M.Key(objectKey: key), let object = try context.object(ObjectID<M>(key)),
            object._objectState.phase != .deleted
        else { return nil }
        return object
    }

    private func values<M: Granary.Model>(_ type: M.Type) throws -> [Value]? {
        try find(type, key)?.snapshot.columnValues(of: entity)
    }

    private func snapshot<M: Granary.Model>(_ values: [Value], _ type: M.Type) throws -> M.Snapshot {
        try M.Snapshot(columns: values, of: entity)
    }

    private func set<M: Granary.Model>(_ values: [Value], _ type: M.Type) throws {
        let snapshot = try snapshot(values, type)
        if try find(type, key) == nil {
            try context.insert(snapshot)
        } else {
            try context.apply(snapshot, policy: .memoryWins)
        }
    }

    private func delete<M: Granary.Model>(_ type: M.Type) throws {
        if let object = try find(type, key) { try context.delete(object) }
    }

    private func payload<M: Granary.Model>(
        _ values: [Value], _ names: Set<String>, _ type: M.Type
    ) throws -> RemotePayload {
        var payload = RemotePayload()
        var row = PartialRow<M>(try snapshot(values, type), serving: names)
        row.naming = .here
        payload.add(partial: [row])
        return payload
    }

    private func setPair<M: Granary.Model, Target: Granary.Model>(
        _ type: M.Type, _ target: Target.Type, _ relationship: Relationship, _ partner: ObjectKey,
        _ isAdded: Bool
    ) throws {
        guard let owner = try find(type, key), let partner = try find(target, partner) else { return }
        try context.graph.lists.loadToMany(relationship, of: [owner])
        if isAdded {
            ToManyFixup.add(partner, to: owner, at: relationship.position)
        } else {
            ToManyFixup.remove(partner, from: owner, at: relationship.position)
        }
    }
}
