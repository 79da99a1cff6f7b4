extension ObjectGraph {
    /// Makes sure that objects of this context can refer to an object; inserts a new one.
    ///
    /// An object that was stored and is in no context any more is refused. It may have been deleted since, and a
    /// reference must not store it again.
    package func admitTarget(
        _ target: any Model, from owner: any Model, through relationship: Relationship
    ) -> Bool {
        switch target.objectState.phase {
        case .detached where target.objectState.version != 0:
            keepMisuse(
                "was deleted, or has left its context; fetch it again, or insert it itself", relationship)
        case .transient, .detached:
            func open<T: Model>(_ target: T) throws { try insert(target) }
            do {
                try open(target)
                return true
            } catch {
                lookup.errors.keep(
                    GranaryError(
                        .invalidObject,
                        "An object set as \(relationship.label) could not be inserted.",
                        context: .init(entity: relationship.owner.name, properties: [relationship.name]),
                        cause: error))
                return false
            }
        case .inserted, .stored:
            if target.objectState.batch?.link.graph === self { return true }
            keepMisuse("belongs to another context; fetch it here by its objectID", relationship)
        case .deleted:
            keepMisuse("is deleted", relationship)
        }
        return false
    }

    private func keepMisuse(_ what: String, _ relationship: Relationship) {
        lookup.errors.keep(
            GranaryError(
                .invalidObject,
                "The object set as \(relationship.label) \(what). The relationship was left as it was.",
                context: .init(entity: relationship.owner.name, properties: [relationship.name])))
    }

    /// Updates the former target of a relationship to one, if it is loaded: the owner no longer refers to it.
    package func release(_ owner: any Model, from bits: KeyBits, through relationship: Relationship) {
        guard let inverse = relationship.inverse,
            let target = tables.loadedObject(bits, of: relationship.destination)
        else { return }
        if inverse.isToMany {
            guard let members = target.members(at: inverse.position), members.isLoaded else { return }
            members.remove(owner)
        } else {
            readIfStale(target, inverse.position, owner)
            target.clear(inverse, ifReferringTo: owner)
        }
    }

    /// Reloads an unchanged partner that does not refer back, because others have saved it since it was read.
    private func readIfStale(_ partner: any Model, _ position: Int, _ owner: any Model) {
        let state = partner.objectState
        guard state.phase == .stored, state.changes == nil, let table = tables.table(of: partner),
            case let key = partner.erasedKey, partner.referenceBits(at: position) != owner.erasedKey.bits
        else { return }
        do {
            try lookup.loader?.reload([(key.bits, key)], table)
        } catch {
            lookup.errors.keep(error, loading: table.entity.toOne[position])
        }
    }

    /// Makes the other side of a one-to-one relationship refer back, and frees its former partner.
    package func pair(_ target: any Model, with owner: any Model, through inverse: Relationship) {
        loadAndSettlePair(of: target, inverse)
        let present = target.reference(at: inverse.position)
        if case .key(let key) = present {
            // Either both sides count as changed or neither, even if this side already followed the other.
            if key == owner.erasedKey { return target.willChangeAny(inverse.property) }
            if let partner = lookup.partner(key, of: inverse), let back = inverse.inverse {
                readIfStale(partner, back.position, target)
                partner.clear(back, ifReferringTo: target)
            }
        }
        target.willChangeAny(inverse.property)
        target.refer(to: .key(owner.erasedKey), at: inverse.position)
    }
}
