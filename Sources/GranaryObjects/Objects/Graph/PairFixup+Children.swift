/// Keeping both sides of a one-to-one pair consistent in a child, which may read them at different times.
///
/// The parent does not report its changes to the child.
extension PairFixup {
    /// Makes the partners of an object consistent with it, after a child has read it for the first time.
    @usableFromInline func tellPartners(of object: any Model, _ table: ObjectTable) {
        for relationship in table.entity.toOne { followPartner(of: object, relationship, former: [:]) }
    }

    /// Makes partners that were read earlier consistent with an object that a child has just read.
    ///
    /// If this context has set the partner's side itself, that side stays and the object's side is emptied.
    func followPartner(of object: any Model, _ relationship: Relationship, former before: [Int: KeyBits]) {
        guard let inverse = relationship.inverseToOne else { return }
        let (key, present) = (object.erasedKey, object._referenceBits(at: relationship.position))
        func partner(_ bits: KeyBits?) -> (any Model)? {
            bits.flatMap { tables.loadedObject($0, of: relationship.destination) }
        }
        if before[relationship.position] != present, let former = partner(before[relationship.position]),
            !former.hasSet(inverse), former._referenceBits(at: inverse.position) == key.bits
        {
            followStore(inverse, of: former, to: nil)
        }
        guard let partner = partner(present) else { return }
        if !partner.hasSet(inverse) || partner._referenceBits(at: inverse.position) == key.bits {
            followStore(inverse, of: partner, to: key)
        } else if partner._objectState.isIdentified {
            object.clear(relationship)
        }
    }

    /// Reads an object of a child, or its partner, again if the partner does not refer back.
    ///
    /// One of the two was read before the parent changed. Changes made in the child stay. Call this before you follow
    /// or change one side of a pair, so that the child's save compares the values that the program saw with its parent.
    func settlePair(of object: any Model, _ relationship: Relationship) {
        guard tables.areOfChild, let inverse = relationship.inverseToOne,
            isTorn(object, relationship, inverse)
        else { return }
        // The inverse leads back to the object, so this reads the object itself again: first it, then the partner.
        readPartner(object.erasedKey, inverse)
        guard isTorn(object, relationship, inverse),
            let key = object.referenceKey(at: relationship.position)
        else { return }
        readPartner(key, relationship)
        guard isTorn(object, relationship, inverse),
            let bits = object._referenceBits(at: relationship.position),
            let partner = tables.loadedObject(bits, of: relationship.destination), partner.hasSet(inverse)
        else { return }
        // As where an object is read for the first time: the pair that this context has set wins.
        object.clear(relationship)
    }

    /// Does the same as ``settlePair(of:_:)``, and loads the partner first.
    func loadAndSettlePair(of object: any Model, _ relationship: Relationship) {
        guard tables.areOfChild, relationship.isOneToOne,
            let key = object.referenceKey(at: relationship.position)
        else { return }
        lookup.loadPartner(key, through: relationship)
        settlePair(of: object, relationship)
    }

    /// Whether a stored object refers to a partner that does not refer back, and this context did not set the
    /// reference.
    private func isTorn(_ object: any Model, _ relationship: Relationship, _ inverse: Relationship) -> Bool {
        guard let bits = object._referenceBits(at: relationship.position), !object.hasSet(relationship),
            let partner = tables.loadedObject(bits, of: relationship.destination)
        else { return false }
        return partner._objectState.phase == .stored
            && partner._referenceBits(at: inverse.position) != object.erasedKey.bits
    }
}
