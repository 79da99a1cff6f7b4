/// Keeps both sides of a context's relationships consistent.
@usableFromInline final class PairFixup {
    /// The lists of relationships to many.
    let lists: ToManyLists
    /// The effects of the delete rules, among them the references that are cleared for a deletion.
    let deletions: Deletions
    let lookup: ObjectLookup
    let tables: ObjectTables

    /// Makes the fix-up of the relationships that some lists belong to.
    init(_ lists: ToManyLists, _ deletions: Deletions) {
        self.lists = lists
        self.deletions = deletions
        lookup = lists.lookup
        tables = lookup.tables
    }

    /// Updates the target of a relationship to one: the owner now refers to it.
    func connect(
        _ owner: any Model, to target: any Model, through relationship: Relationship
    ) {
        guard let inverse = relationship.inverse else { return }
        if inverse.isToMany {
            lists.membersForFixup(of: target, at: inverse.position, to: owner)?.add(owner)
        } else {
            pair(target, with: owner, through: inverse)
        }
    }

    /// Updates a member of a newly inserted owner's relationship to many: it now belongs to the owner.
    func connectMember(
        _ member: any Model, by owner: any Model, through relationship: Relationship
    ) {
        switch relationship.storage {
        case .ownColumns: break
        case .destinationColumns(let inverse):
            let old = member._reference(at: inverse.position)
            if case .key(let key) = old, key == owner.erasedKey { return }
            member.willChangeAny(inverse.property)
            member.refer(to: .key(owner.erasedKey), at: inverse.position)
            if case .key(let key) = old { release(member, from: key.bits, through: inverse) }
        case .link(let table, let isFirst):
            lists.link(owner, member, table, isFirst: isFirst, added: true)
            if let inverse = relationship.inverse {
                lists.membersForFixup(of: member, at: inverse.position, to: owner)?.add(owner)
            }
        }
    }

    /// Updates the former target of a relationship to one, if it is loaded: the owner no longer refers to it.
    func release(_ owner: any Model, from bits: KeyBits, through relationship: Relationship) {
        guard let inverse = relationship.inverse,
            let target = tables.loadedObject(bits, of: relationship.destination)
        else { return }
        if inverse.isToMany {
            guard let members = target._members(at: inverse.position), members.isLoaded else { return }
            members.remove(owner)
        } else {
            readIfStale(target, inverse.position, owner)
            target.clear(inverse, ifReferringTo: owner)
        }
    }

    /// Reloads an unchanged partner that does not refer back, because others have saved it since it was read.
    private func readIfStale(_ partner: any Model, _ position: Int, _ owner: any Model) {
        let state = partner._objectState
        guard state.phase == .stored, state.changes == nil, let table = tables.table(of: partner),
            case let key = partner.erasedKey, partner._referenceBits(at: position) != owner.erasedKey.bits
        else { return }
        do {
            try lookup.loader?.reload([(key.bits, key)], table)
        } catch {
            lookup.errors.keep(error, loading: table.entity.toOne[position])
        }
    }

    /// Makes the other side of a one-to-one relationship refer back, and frees its former partner.
    func pair(_ target: any Model, with owner: any Model, through inverse: Relationship) {
        loadAndSettlePair(of: target, inverse)
        let present = target._reference(at: inverse.position)
        if case .key(let key) = present {
            // Either both sides count as changed or neither, even if this side already followed the other.
            if key == owner.erasedKey { return target.willChangeAny(inverse.property) }
            if let partner = lookup.target(key, of: inverse), let back = inverse.inverse {
                readIfStale(partner, back.position, target)
                partner.clear(back, ifReferringTo: target)
            }
        }
        target.willChangeAny(inverse.property)
        target.refer(to: .key(owner.erasedKey), at: inverse.position)
    }
}
