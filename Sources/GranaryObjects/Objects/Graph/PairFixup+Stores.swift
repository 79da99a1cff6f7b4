extension PairFixup {
    /// Makes both sides of one-to-one relationships consistent after an object took its store's or a step's values.
    ///
    /// Former partners are freed, and current ones refer back. `former` holds the keys that the object referred to
    /// before, by the position of the relationship to one.
    func fixUpPairs(of object: any Model, former: [ObjectKey?]...) {
        guard let table = tables.table(of: object) else { return }
        for relationship in table.entity.toOne {
            guard let inverse = relationship.inverseToOne else { continue }
            let position = relationship.position
            let isDeleted = object._objectState.phase == .deleted
            let present = isDeleted ? nil : object.referenceKey(at: position)
            var keys = former.compactMap { $0.indices.contains(position) ? $0[position] : nil }
            if isDeleted, let key = object.referenceKey(at: position) { keys.append(key) }
            // Swift seeds its hashes in each process, so an unsorted set would make requests in another order in each.
            for key in Set(keys).sorted() where key != present {
                readPartner(key, relationship)
                free(key, from: object, relationship, inverse)
                rejoin(key, relationship, inverse)
            }
            if let present { pairWithPresent(object, present, relationship, inverse) }
        }
    }

    /// Makes the partner that others have given to a former partner of an object refer back to it.
    ///
    /// Merging has freed that one where the former partner's side was set here; it no longer is once the deletion that
    /// had cleared it was given up.
    private func rejoin(_ key: ObjectKey, _ relationship: Relationship, _ inverse: Relationship) {
        guard let former = tables.loadedObject(key.bits, of: relationship.destination),
            former._objectState.isClean,
            let present = former.referenceKey(at: inverse.position),
            let partner = tables.loadedObject(present.bits, of: inverse.destination),
            partner._objectState.phase == .stored, partner.hasSet(relationship),
            partner.referenceKey(at: relationship.position) == nil
        else { return }
        pairWithPresent(former, present, inverse, relationship)
    }

    private func pairWithPresent(
        _ object: any Model, _ present: ObjectKey, _ relationship: Relationship, _ inverse: Relationship
    ) {
        readPartner(present, relationship)
        guard let partner = tables.loadedObject(present.bits, of: relationship.destination),
            partner._objectState.phase != .deleted,
            // If an object is paired with itself, reloading the partner has reloaded the object.
            object.referenceKey(at: relationship.position) == present
        else { return }
        let (isOurs, hadChanges) = (object.hasSet(relationship), !partner._objectState.isClean)
        if isOurs || partner.hasSet(inverse) { pair(partner, with: object, through: inverse) }
        // Where the object was read again, its partner may agree already and no longer has a change
        // (Docs/Decisions/merging-what-others-save.md).
        if isOurs {
            tables[relationship.destination.index].dropSettledChanges(of: partner)
        } else {
            // Both sides are as in the store: this context has changed neither.
            followStore(inverse, of: partner, to: object.erasedKey)
        }
        // With changes only its pairs followed the store; without them it can take the whole row.
        if hadChanges, partner._objectState.isClean { readPartner(present, relationship) }
    }

    /// Sets one side of a pair to the store's value, also in the snapshot taken before the object's changes.
    ///
    /// Following the store is no change of this context. Later changes of the program are compared with that snapshot.
    func followStore(_ relationship: Relationship, of object: any Model, to key: ObjectKey?) {
        let position = relationship.position
        // In a child, equal versions do not mean equal values: the parent can return to the former ones.
        if tables.areOfChild, object.referenceKey(at: position) != key {
            tables.table(of: object)?.invalidate(object)
        }
        if object.referenceKey(at: position) != key {
            object.refer(to: key.map { .key($0) } ?? .empty, at: position)
        }
        guard let table = tables.table(of: object) else { return }
        table.recordFollowing(object, relationship, to: key)
        guard object._objectState.phase == .stored, let changes = object._objectState.changes else { return }
        // The base follows too: otherwise the side could count as a change later and be written alone
        // (Docs/Decisions/merging-what-others-save.md).
        let original = changes.original.referring(to: key, through: relationship)
        var followed = PropertySet()
        followed.insert(relationship.property)
        let changed = changes.properties.subtracting(followed)
        if changed.isEmpty {
            table.discardChanges(of: object)
        } else {
            table.setChanges(of: object, to: ChangeRecord(original: original, changed))
        }
    }

    /// Loads a partner; if it is already loaded, updates the properties that this context has not changed, because
    /// others may have saved it.
    func readPartner(_ key: ObjectKey, _ relationship: Relationship) {
        guard let partner = tables.loadedObject(key.bits, of: relationship.destination) else {
            return lookup.loadPartner(key, through: relationship)
        }
        let table = tables[relationship.destination.index]
        do {
            if partner._objectState.phase == .stored, partner._objectState.changes != nil {
                // Reloading would overwrite unsaved changes, so only the pairs follow.
                try lookup.loader?.followPairs(of: [(table, [key])], freeing: false)
            } else {
                try lookup.loader?.reload([(key.bits, key)], table)
            }
        } catch {
            lookup.errors.keep(error, loading: relationship)
        }
    }

    /// Frees the partner that others have given to an object, if this context deletes it or has set another partner.
    func freeOther(end theirs: ObjectKey?, of object: any Model, _ relationship: Relationship) {
        guard let theirs, let inverse = relationship.inverseToOne,
            object._objectState.phase == .deleted
                || theirs != object.referenceKey(at: relationship.position)
        else { return }
        lookup.loadPartner(theirs, through: relationship)
        free(theirs, from: object, relationship, inverse)
    }

    /// Clears an object's one-to-one relationships to partners that now refer to another object.
    func leaveLostPairs(of object: any Model) {
        guard object._objectState.phase == .stored, let entity = tables.table(of: object)?.entity else {
            return
        }
        for relationship in entity.toOne {
            guard let inverse = relationship.inverseToOne,
                let key = object.referenceKey(at: relationship.position),
                let partner = tables.loadedObject(key.bits, of: relationship.destination),
                partner._objectState.isIdentified,
                partner.referenceKey(at: inverse.position) != object.erasedKey
            else { continue }
            object.clear(relationship)
        }
    }

    /// Clears an object's one-to-one references to partners that this context deletes.
    ///
    /// The deletions have cleared them already, but the object was reloaded since. A new object with a deleted one's
    /// key must not inherit half a pair.
    func leaveDeletedPartners(of object: any Model) {
        guard object._objectState.phase == .stored, let entity = tables.table(of: object)?.entity else {
            return
        }
        for relationship in entity.toOne {
            guard let inverse = relationship.inverseToOne,
                let bits = object._referenceBits(at: relationship.position),
                let partner = tables.loadedObject(bits, of: relationship.destination),
                // The deleted object that the reference means is loaded by its key, or another one has replaced it.
                let deleted = partner._objectState.phase == .deleted
                    ? partner : tables[relationship.destination.index].replaced(bits),
                deleted === partner || partner._referenceBits(at: inverse.position) != object.erasedKey.bits
            else { continue }
            var deletion = Deletion(deleted)
            deletion.clearedByMerging.append((object, relationship))
            deletions.record(deletion)
            object.clear(relationship)
        }
    }

    /// Frees the partners of an object if it is deleted.
    func freePartners(ofDeleted object: any Model) {
        guard object._objectState.phase == .deleted, let entity = tables.table(of: object)?.entity else {
            return
        }
        for relationship in entity.toOne {
            guard let inverse = relationship.inverseToOne,
                let key = object.referenceKey(at: relationship.position)
            else { continue }
            free(key, from: object, relationship, inverse)
        }
    }

    /// Frees a partner of an object; if the object is deleted, reviving it restores the reference.
    private func free(
        _ key: ObjectKey, from object: any Model, _ relationship: Relationship, _ inverse: Relationship
    ) {
        guard let partner = tables.loadedObject(key.bits, of: relationship.destination),
            // A deleted partner is free already; giving up its deletion pairs it again.
            partner._objectState.phase != .deleted,
            !hasPassed(partner, from: object, relationship)
        else { return }
        if object._objectState.phase == .deleted,
            partner.referenceKey(at: inverse.position) == object.erasedKey
        {
            var deletion = Deletion(object)
            deletion.clearedByMerging.append((partner, inverse))
            deletions.record(deletion)
        }
        release(object, from: key.bits, through: relationship)
    }

    /// Whether another object has taken the key of a deleted one, and its partner with it.
    private func hasPassed(
        _ partner: any Model, from object: any Model, _ relationship: Relationship
    ) -> Bool {
        guard let table = tables.table(of: object), table.isReplaced(object),
            let heir = tables.loadedObject(object.erasedKey.bits, of: table.entity),
            heir._objectState.isIdentified
        else { return false }
        return heir.referenceKey(at: relationship.position) == partner.erasedKey
    }
}
