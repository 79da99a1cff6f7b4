/// How the two ends of a pair agree in a child, which may read them at different times: its parent does not tell what
/// changes in it.
extension ObjectGraph {
    /// Has the partners of an object agree with it that a child has just read for the first time.
    @usableFromInline func tellPartners(of object: any Model, _ table: ObjectTable) {
        for relationship in table.entity.toOne { followPartner(of: object, relationship, former: [:]) }
    }

    /// Has the partners of an object that a child has read agree with it: they were read before.
    ///
    /// A pair that this context has set stays, and the object leaves the other one.
    func followPartner(of object: any Model, _ relationship: Relationship, former before: [Int: KeyBits]) {
        guard let inverse = relationship.inverseToOne else { return }
        let (key, present) = (object.erasedKey, object.referenceBits(at: relationship.position))
        func partner(_ bits: KeyBits?) -> (any Model)? {
            bits.flatMap { loadedObject($0, of: relationship.destination) }
        }
        if before[relationship.position] != present, let former = partner(before[relationship.position]),
            !isOwn(inverse, of: former), former.referenceBits(at: inverse.position) == key.bits
        {
            followStore(inverse, of: former, to: nil)
        }
        guard let partner = partner(present) else { return }
        if !isOwn(inverse, of: partner) || partner.referenceBits(at: inverse.position) == key.bits {
            followStore(inverse, of: partner, to: key)
        } else if partner.objectState.isIdentified {
            clear(relationship, of: object)
        }
    }

    /// Reads an object of a child, or its partner, again where the partner does not refer back.
    ///
    /// One of them was read before their parent changed. What the child has set stays. Whoever follows or changes one
    /// side of a pair asks for this before, so that what the child compares with its parent when it is saved is what
    /// was shown.
    func settlePair(of object: any Model, _ relationship: Relationship) {
        guard isChild, let inverse = relationship.inverseToOne, isTorn(object, relationship, inverse) else {
            return
        }
        readPartner(object.erasedKey, inverse)
        guard isTorn(object, relationship, inverse),
            let key = object.referenceKey(at: relationship.position)
        else { return }
        readPartner(key, relationship)
    }

    /// The same, where the partner need not be loaded yet.
    func loadAndSettlePair(of object: any Model, _ relationship: Relationship) {
        guard isChild, relationship.isOneToOne, let key = object.referenceKey(at: relationship.position)
        else {
            return
        }
        loadPartner(key, through: relationship)
        settlePair(of: object, relationship)
    }

    /// Whether a stored object refers to a partner that does not refer back, and this context has not set it so.
    private func isTorn(_ object: any Model, _ relationship: Relationship, _ inverse: Relationship) -> Bool {
        guard let bits = object.referenceBits(at: relationship.position), !isOwn(relationship, of: object),
            let partner = loadedObject(bits, of: relationship.destination)
        else { return false }
        return partner.objectState.phase == .stored
            && partner.referenceBits(at: inverse.position) != object.erasedKey.bits
    }
}
