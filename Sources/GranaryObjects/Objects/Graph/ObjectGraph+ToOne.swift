extension ObjectGraph {
    /// The target of an object's relationship to one; loads it for all objects of the batch.
    package func resolve<Target: Model, Owner: Model>(
        _ key: Target.Key, of type: Target.Type, from owner: Owner, at position: Int
    ) -> Target? {
        guard let batch = owner.objectState.batch, position < batch.entity.toOne.count else { return nil }
        let relationship = batch.entity.toOne[position]
        let table = tables[relationship.destination.index]
        let bits = key.keyBits
        if let object = table.object(bits, as: type) {
            return isChild && relationship.isOneToOne
                ? settled(relationship, of: owner, as: type)
                : object.objectState.phase == .deleted ? nil : object
        }
        if table.isAbsent(bits) { return nil }
        guard mayLoadImplicitly(relationship) else { return nil }
        do {
            try loadToOne(relationship, of: members(of: batch, including: owner))
        } catch {
            keep(loadError(relationship, error))
            return nil
        }
        return isChild && relationship.isOneToOne
            ? settled(relationship, of: owner, as: type) : table.object(bits, as: type)
    }

    /// The partner of an object of a child, after both sides were made consistent.
    private func settled<Target: Model>(
        _ relationship: Relationship, of owner: some Model, as type: Target.Type
    ) -> Target? {
        settlePair(of: owner, relationship)
        // Read again, since settling may have changed or cleared the reference.
        guard let key = owner.referenceKey(at: relationship.position) else { return nil }
        do {
            let target = try anyObject(key, of: relationship.destination)
            return target?.objectState.phase == .deleted ? nil : target as? Target
        } catch {
            keep(loadError(relationship, error))
            return nil
        }
    }

    /// The objects of a batch that are still in the context.
    package func members<Owner: Model>(of batch: LoadBatch?, including owner: Owner) -> [Owner] {
        guard let batch else { return [owner] }
        let table = tables[batch.entity.index]
        let members = batch.slots.compactMap { slot -> Owner? in
            guard let object = table.map.object(at: slot) else { return nil }
            let model = unsafeDowncast(object, to: Owner.self)  // safe: the map holds this type only.
            // A batch holds places, not objects, and a place is given to another object after a sweep
            // (Docs/Decisions/lifetime-of-objects-and-sessions.md).
            return model.objectState.batch === batch ? model : nil
        }
        return members.contains { $0 === owner } ? members : members + [owner]
    }

    /// Loads the targets of a relationship to one for many owners, in one request.
    package func loadToOne(_ relationship: Relationship, of owners: [some Model]) throws {
        let entity = relationship.destination
        let table = tables[entity.index]
        let position = relationship.position
        var wanted: [ObjectKey] = []
        var seen: Set<KeyBits> = []
        for owner in owners {
            guard let bits = owner.referenceBits(at: position), table.map.object(bits) == nil,
                !table.isAbsent(bits), seen.insert(bits).inserted,
                case .key(let key) = owner.reference(at: position)
            else { continue }
            wanted.append(key)
        }
        if wanted.isEmpty { return }
        let source = owners.first?.objectState.batch?.entity
        try access.observed(loading: relationship, of: source) { try loader?.loadObjects(wanted, of: entity) }
    }
}
