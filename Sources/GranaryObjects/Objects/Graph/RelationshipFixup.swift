/// Keeps both sides of a relationship consistent when one of them is set.
///
/// Objects outside of contexts keep only the side that was set; the other side follows at insertion.
package enum RelationshipFixup {
    /// Sets the target of a relationship to one, by its position among those to one.
    package static func setToOne<Owner: Model>(of owner: Owner, at position: Int, to target: (any Model)?) {
        guard let batch = owner._objectState.batch, let graph = batch.link.graph else {
            if owner._objectState.isWatched { owner.tellWatchers() }
            return owner.refer(to: AnyReference(target), at: position)
        }
        let relationship = batch.entity.toOne[position]
        if owner._objectState.phase == .deleted {
            if owner.referenceKey(at: position) != target?.erasedKey {
                graph.lookup.errors.keepChange(
                    of: owner, after: "it was deleted in this context", [relationship.name])
            }
            return
        }
        let pairs = graph.pairs
        if let target, !Insertion(pairs: pairs).admitTarget(target, from: owner, through: relationship) {
            return
        }
        pairs.loadAndSettlePair(of: owner, relationship)
        // The parent may no longer have the owner.
        if owner._objectState.isOutside { return owner.refer(to: AnyReference(target), at: position) }
        let old = owner._reference(at: position)
        if case .key(let key) = old, let target, key == target.erasedKey { return }
        if case .empty = old, target == nil { return }
        if let target, relationship.inverseToMany != nil, target._objectState.phase == .inserted {
            // Build the lists before the reference changes, so that they keep the order of adding.
            pairs.lists.keepLists(of: graph.tables[relationship.destination.index])
        }
        // Before the assignment, since the first change of an object copies its values as they were.
        owner._willChange(relationship.property)
        owner.refer(to: target.map { .key($0.erasedKey) } ?? .empty, at: position)
        if case .key(let key) = old {
            graph.lookup.loadPartner(key, through: relationship)
            pairs.release(owner, from: key.bits, through: relationship)
            if target == nil, relationship.inverse?.deletesRemoved == true {
                pairs.deletions.noteRemoved(owner, from: relationship)
            }
        }
        if let target { pairs.connect(owner, to: target, through: relationship) }
    }
}

extension AnyReference {
    /// The reference of an object outside of contexts; insertion replaces it by a key.
    init(_ target: (any Model)?) { self = target.map(Self.object) ?? .empty }
}
