/// How the lists that are loaded follow what others save, without being read again.
extension ObjectGraph {
    /// Whether any list of objects of an entity may be loaded.
    func hasLists(of entity: Entity) -> Bool {
        entity.toOne.contains {
            $0.inverseToMany != nil && tables.used($0.destination.index)?.keepsLists == true
        }
    }

    /// What an object refers to where the other side may have to follow, before it is read again; `nil` where none has.
    @usableFromInline func otherEnds(of object: some Model, _ table: ObjectTable) -> [Int:
        KeyBits]?
    {
        let entity = table.entity
        guard table.tellsPartners || keepsLists && hasLists(of: entity) else { return nil }
        var references: [Int: KeyBits] = [:]
        for relationship in entity.toOne where relationship.inverse != nil {
            references[relationship.position] = object.referenceBits(at: relationship.position)
        }
        return references
    }

    /// Moves an object that was read again from the lists it was in to those it is in now; in a child its partners follow.
    @usableFromInline func followOtherEnds(
        of object: any Model, from before: [Int: KeyBits], _ table: ObjectTable
    ) {
        for relationship in table.entity.toOne {
            guard let list = relationship.inverseToMany else {
                if isChild { followPartner(of: object, relationship, former: before) }
                continue
            }
            let bits = object.referenceBits(at: relationship.position)
            if let earlier = before[relationship.position] {
                if earlier == bits { continue }
                release(object, from: earlier, through: relationship)
            }
            guard let bits, let target = loadedObject(bits, of: relationship.destination) else { continue }
            guard target.objectState.phase == .stored else {
                // Delete rules are carried out on the list as it is when the deletion is saved, and a new object with
                // the key of a deleted one has what refers to the key.
                target.members(at: list.position)?.forget()
                continue
            }
            membersForFixup(of: target, at: list.position, to: object)?.add(object)
        }
    }

    /// Lets the pairs be read again of deleted rows in whose place others have come: nobody tells which have gone.
    func forgetPairs(ofReplaced deleted: Set<KeyBits>, _ table: ObjectTable) {
        let links = schema.links.filter { $0.joins(table.entity) }
        guard !links.isEmpty, deleted.contains(where: { table.map.object($0) != nil }) else { return }
        for index in Set(links.flatMap { [$0.firstEntity.index, $0.secondEntity.index] }) {
            tables[index].forgetMembers()
        }
    }

    /// Takes an object whose row is gone out of the lists it is in.
    func leaveLists(_ object: any Model, _ table: ObjectTable) {
        // Nobody tells which pairs have gone with it.
        if schema.links.contains(where: { $0.joins(table.entity) }) { table.forgetMembers() }
        for relationship in table.entity.toOne where relationship.inverseToMany != nil {
            if let bits = object.referenceBits(at: relationship.position) {
                release(object, from: bits, through: relationship)
            }
        }
    }
}
