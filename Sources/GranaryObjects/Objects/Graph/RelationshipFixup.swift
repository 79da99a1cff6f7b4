/// Keeps both sides of a relationship consistent when one of them is set.
///
/// Objects outside of contexts keep only the side that was set; the other side follows at insertion.
package enum RelationshipFixup {
    /// Sets the target of a relationship to one, by its position among those to one.
    package static func setToOne<Owner: Model>(of owner: Owner, at position: Int, to target: (any Model)?) {
        guard let batch = owner.objectState.batch, let graph = batch.link.graph else {
            if owner.objectState.isWatched { owner.tellWatchers() }
            return owner.refer(to: AnyReference(target), at: position)
        }
        let relationship = batch.entity.toOne[position]
        if owner.objectState.phase == .deleted {
            if owner.referenceKey(at: position) != target?.erasedKey {
                graph.lookup.errors.keepChange(
                    of: owner, after: "it was deleted in this context", [relationship.name])
            }
            return
        }
        if let target, !graph.admitTarget(target, from: owner, through: relationship) { return }
        graph.loadAndSettlePair(of: owner, relationship)
        // The parent may no longer have the owner.
        if owner.objectState.isOutside { return owner.refer(to: AnyReference(target), at: position) }
        let old = owner.reference(at: position)
        if case .key(let key) = old, let target, key == target.erasedKey { return }
        if case .empty = old, target == nil { return }
        if let target, relationship.inverseToMany != nil, target.objectState.phase == .inserted {
            // Build the lists before the reference changes, so that they keep the order of adding.
            graph.lists.keepLists(of: graph.tables[relationship.destination.index])
        }
        // Before the assignment, since the first change of an object copies its values as they were.
        owner.willChange(relationship.property)
        owner.refer(to: target.map { .key($0.erasedKey) } ?? .empty, at: position)
        if case .key(let key) = old {
            graph.lookup.loadPartner(key, through: relationship)
            graph.release(owner, from: key.bits, through: relationship)
        }
        if let target { connect(owner, to: target, through: relationship, in: graph) }
    }

    /// Updates the target of a relationship to one: the owner now refers to it.
    package static func connect(
        _ owner: any Model, to target: any Model, through relationship: Relationship,
        in graph: ObjectGraph
    ) {
        guard let inverse = relationship.inverse else { return }
        if inverse.isToMany {
            graph.lists.membersForFixup(of: target, at: inverse.position, to: owner)?.add(owner)
        } else {
            graph.pair(target, with: owner, through: inverse)
        }
    }

    /// Updates a member of a newly inserted owner's relationship to many: it now belongs to the owner.
    package static func connectMember(
        _ member: any Model, by owner: any Model, through relationship: Relationship,
        in graph: ObjectGraph
    ) {
        switch relationship.storage {
        case .ownColumns: break
        case .destinationColumns(let inverse):
            let old = member.reference(at: inverse.position)
            if case .key(let key) = old, key == owner.erasedKey { return }
            member.willChangeAny(inverse.property)
            member.refer(to: .key(owner.erasedKey), at: inverse.position)
            if case .key(let key) = old { graph.release(member, from: key.bits, through: inverse) }
        case .link(let table, let isFirst):
            graph.lists.link(owner, member, table, isFirst: isFirst, added: true)
            if let inverse = relationship.inverse {
                graph.lists.membersForFixup(of: member, at: inverse.position, to: owner)?.add(owner)
            }
        }
    }
}

extension AnyReference {
    /// The reference of an object outside of contexts; insertion replaces it by a key.
    init(_ target: (any Model)?) { self = target.map(Self.object) ?? .empty }
}
