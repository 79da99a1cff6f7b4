/// Updating loaded lists after others' saves, without reloading them.
extension PairFixup {
    /// Moves a reloaded object from its former lists to its current ones; in a child, also updates its partners.
    @usableFromInline func followOtherEnds(
        of object: any Model, from before: [Int: KeyBits], _ table: ObjectTable
    ) {
        for relationship in table.entity.toOne {
            guard let list = relationship.inverseToMany else {
                if tables.areOfChild { followPartner(of: object, relationship, former: before) }
                continue
            }
            let bits = object._referenceBits(at: relationship.position)
            if let earlier = before[relationship.position] {
                if earlier == bits { continue }
                release(object, from: earlier, through: relationship)
            }
            guard let bits, let target = tables.loadedObject(bits, of: relationship.destination) else {
                continue
            }
            guard target._objectState.phase == .stored else {
                // The list must be current when delete rules are applied at the save. A new object that has taken the
                // key of a deleted one also has the objects that refer to that key.
                target._members(at: list.position)?.unload()
                continue
            }
            lists.membersForFixup(of: target, at: list.position, to: object)?.add(object)
        }
    }

    /// Removes an object whose row is gone from all lists.
    func leaveLists(_ object: any Model, _ table: ObjectTable) {
        // No notice says which pairs were removed with it.
        if tables.schema.links.contains(where: { $0.joins(table.entity) }) { table.invalidateMembers() }
        for relationship in table.entity.toOne where relationship.inverseToMany != nil {
            if let bits = object._referenceBits(at: relationship.position) {
                release(object, from: bits, through: relationship)
            }
        }
    }
}
