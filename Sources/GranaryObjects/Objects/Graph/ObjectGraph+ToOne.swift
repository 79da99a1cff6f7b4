extension ObjectGraph {
    /// The target of an object's relationship to one; loads it for all objects of the batch.
    package func resolve<Target: Model, Owner: Model>(
        _ key: Target.Key, of type: Target.Type, from owner: Owner, at position: Int
    ) -> Target? {
        guard let batch = owner._objectState.batch, position < batch.entity.toOne.count else { return nil }
        let relationship = batch.entity.toOne[position]
        let table = tables[relationship.destination.index]
        let bits = key.keyBits
        if let object = table.object(bits, as: type) {
            return isChild && relationship.isOneToOne
                ? settled(relationship, of: owner, as: type)
                : object._objectState.phase == .deleted ? nil : object
        }
        if table.isAbsent(bits) { return nil }
        guard lookup.mayLoadImplicitly(relationship) else { return nil }
        do {
            try lookup.loadToOne(relationship, of: tables.members(of: batch, including: owner))
        } catch {
            // The error may be about another row that was to be loaded with this one.
            guard table.object(bits, as: type) != nil || table.isAbsent(bits) else {
                lookup.errors.keep(error, loading: relationship)
                return nil
            }
        }
        return isChild && relationship.isOneToOne
            ? settled(relationship, of: owner, as: type) : table.object(bits, as: type)
    }

    /// The partner of an object of a child, after both sides were made consistent.
    private func settled<Target: Model>(
        _ relationship: Relationship, of owner: some Model, as type: Target.Type
    ) -> Target? {
        pairs.settlePair(of: owner, relationship)
        // Read again, since settling may have changed or cleared the reference.
        guard let key = owner.referenceKey(at: relationship.position) else { return nil }
        let target = lookup.target(key, of: relationship)
        return target?._objectState.phase == .deleted ? nil : target as? Target
    }
}
