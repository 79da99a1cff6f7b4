extension ObjectGraph {
    /// Has both sides of an object's one-to-one relationships agree after the object was set to what its store or an
    /// earlier step holds: former partners are freed, and the present ones refer back.
    ///
    /// `former` holds what the object referred to before, by the position among its relationships to one.
    func fixUpPairs(of object: any Model, former: [ObjectKey?]...) {
        guard let table = table(of: object) else { return }
        for relationship in table.entity.toOne {
            guard let inverse = relationship.inverseToOne else { continue }
            let position = relationship.position
            let isDeleted = object.objectState.phase == .deleted
            let present = isDeleted ? nil : object.referenceKey(at: position)
            var keys = former.compactMap { $0.indices.contains(position) ? $0[position] : nil }
            if isDeleted, let key = object.referenceKey(at: position) { keys.append(key) }
            for key in Set(keys).sorted() where key != present {
                readPartner(key, relationship)
                free(key, from: object, relationship, inverse)
            }
            if let present { pairWithPresent(object, present, relationship, inverse) }
        }
    }

    private func pairWithPresent(
        _ object: any Model, _ present: ObjectKey, _ relationship: Relationship, _ inverse: Relationship
    ) {
        readPartner(present, relationship)
        guard let partner = loadedObject(present.bits, of: relationship.destination),
            partner.objectState.phase != .deleted
        else { return }
        if object.objectState.phase == .stored, object.objectState.changes == nil,
            !isOwn(inverse, of: partner)
        {
            // The store has both ends so: nothing that this context has changed.
            if partner.referenceKey(at: inverse.position) != object.erasedKey {
                partner.refer(to: .key(object.erasedKey), at: inverse.position)
            }
            return
        }
        pair(partner, with: object, through: inverse)
        dropSettledChanges(of: partner, relationship.destination)
    }

    /// What an object refers to, by the position among its relationships to one.
    func referenceKeys(of object: any Model, _ entity: Entity) -> [ObjectKey?] {
        entity.toOne.indices.map { object.referenceKey(at: $0) }
    }

    /// Loads a partner, or reads it again where this context has not changed it: others may have.
    private func readPartner(_ key: ObjectKey, _ relationship: Relationship) {
        guard loadedObject(key.bits, of: relationship.destination) != nil else {
            return loadPartner(key, through: relationship)
        }
        do {
            try loader?.reload([(key.bits, key)], tables[relationship.destination.index])
        } catch {
            keep(loadError(relationship, error))
        }
    }

    /// Frees the partner that others have given to an object, where this context has given it another, or deletes it.
    func freeOther(end theirs: ObjectKey?, of object: any Model, _ relationship: Relationship) {
        guard let theirs, let inverse = relationship.inverseToOne,
            object.objectState.phase == .deleted
                || theirs != object.referenceKey(at: relationship.position)
        else { return }
        loadPartner(theirs, through: relationship)
        free(theirs, from: object, relationship, inverse)
    }

    /// Empties the sides of an object's one-to-one relationships whose other ends refer to somebody else by now.
    func leaveLostPairs(of object: any Model) {
        guard object.objectState.phase == .stored, let entity = table(of: object)?.entity else { return }
        for relationship in entity.toOne {
            guard let inverse = relationship.inverseToOne,
                let key = object.referenceKey(at: relationship.position),
                let partner = loadedObject(key.bits, of: relationship.destination),
                partner.objectState.isIdentified,
                partner.referenceKey(at: inverse.position) != object.erasedKey
            else { continue }
            clear(relationship, of: object)
        }
    }

    /// Frees the partners of an object where it is deleted.
    func freePartners(ofDeleted object: any Model) {
        guard object.objectState.phase == .deleted, let entity = table(of: object)?.entity else { return }
        for relationship in entity.toOne {
            guard let inverse = relationship.inverseToOne,
                let key = object.referenceKey(at: relationship.position)
            else { continue }
            free(key, from: object, relationship, inverse)
        }
    }

    /// Frees a partner of an object; where that is because the object is deleted, it is taken back with the deletion.
    private func free(
        _ key: ObjectKey, from object: any Model, _ relationship: Relationship, _ inverse: Relationship
    ) {
        guard let partner = loadedObject(key.bits, of: relationship.destination),
            // One that is deleted is free, and pairs again where its deletion is given up.
            partner.objectState.phase != .deleted
        else { return }
        if object.objectState.phase == .deleted,
            partner.referenceKey(at: inverse.position) == object.erasedKey
        {
            var deletion = Deletion(object)
            deletion.clearedByMerging.append((partner, inverse))
            deletions.note(deletion)
        }
        release(object, from: key.bits, through: relationship)
    }

    /// Whether this context has set a relationship to one of an object, or deletes the object.
    func isOwn(_ relationship: Relationship, of object: any Model) -> Bool {
        if object.objectState.phase != .stored { return true }
        return object.objectState.changes?.properties.contains(relationship.property) ?? false
    }
}
