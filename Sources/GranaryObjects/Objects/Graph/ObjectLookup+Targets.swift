/// Targets of relationships to one.
extension ObjectLookup {
    /// Loads the targets of a relationship to one for many owners, in one request.
    package func loadToOne(_ relationship: Relationship, of owners: [some Model]) throws {
        let entity = relationship.destination
        let table = tables[entity.index]
        let position = relationship.position
        var wanted: [ObjectKey] = []
        var seen: Set<KeyBits> = []
        for owner in owners {
            guard let bits = owner._referenceBits(at: position), table.map.object(bits) == nil,
                !table.isAbsent(bits), seen.insert(bits).inserted,
                case .key(let key) = owner._reference(at: position)
            else { continue }
            wanted.append(key)
        }
        if wanted.isEmpty { return }
        let source = owners.first?._objectState.batch?.entity
        try access.perform(loading: relationship, of: source) { try loader?.loadObjects(wanted, of: entity) }
    }

    /// Loads the partner in a one-to-one relationship, so that it can be updated; an error is kept.
    package func loadPartner(_ key: ObjectKey, through relationship: Relationship) {
        if relationship.isOneToOne { _ = target(key, of: relationship) }
    }

    /// Removes an object from the context whose row others have deleted.
    func detachGone(_ object: any Model, _ table: ObjectTable) {
        if table.detach(object) { errors.keepGone(object) }
    }

    /// The target of a relationship to one, loaded if necessary; an error is kept.
    func target(_ key: ObjectKey, of relationship: Relationship) -> (any Model)? {
        do {
            return try anyObject(key, of: relationship.destination)
        } catch {
            errors.keep(error, loading: relationship)
            return nil
        }
    }

    /// Clears an object's references to rows that its store does not have.
    func clearGoneTargets(of object: any Model) {
        guard object._objectState.isIdentified, let entity = tables.table(of: object)?.entity else { return }
        for relationship in entity.toOne {
            guard let key = object.referenceKey(at: relationship.position) else { continue }
            do {
                // A target in another store may be missing for good.
                guard access.coordinator.isSameStore(entity, relationship.destination),
                    try anyObject(key, of: relationship.destination) == nil
                else { continue }
                object.clear(relationship)
            } catch {
                errors.keep(error, loading: relationship)
            }
        }
    }
}
