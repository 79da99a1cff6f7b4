/// Taking new objects out of a context as if they had never been inserted.
extension ObjectGraph {
    /// Detaches new objects without delete rules, and clears the references of others to them.
    ///
    /// Complexity: O(unsaved objects).
    func withdraw(_ objects: [any Model]) {
        let leaving = objects.filter { $0._objectState.phase == .inserted && tables.hold($0) }
        if leaving.isEmpty { return }
        let identities = IdentitySet(leaving)
        clearReferences(to: leaving, besidesThoseOf: identities)
        // While their keys still lead to each other.
        for object in leaving {
            guard let table = tables.table(of: object) else { continue }
            for relationship in table.entity.toOne { leaveList(object, relationship) }
            tables.restoreReferences(of: object, table.entity)
        }
        for object in leaving { tables.table(of: object)?.detach(object) }
        lists.removeLinks { identities.contains($0) }
        tables.invalidateUnsavedMembers()
    }

    private func clearReferences(to leaving: [any Model], besidesThoseOf identities: IdentitySet) {
        var keys: [Int: Set<KeyBits>] = [:]
        for object in leaving {
            guard let table = tables.table(of: object) else { continue }
            keys[table.entity.index, default: []].insert(object.erasedKey.bits)
        }
        for table in tables where !table.entity.toOne.isEmpty && table.hasChanges {
            for object in table.touched where object._objectState.isIdentified && !identities.contains(object)
            {
                for relationship in table.entity.toOne {
                    guard let bits = object._referenceBits(at: relationship.position),
                        keys[relationship.destination.index]?.contains(bits) == true
                    else { continue }
                    object.clear(relationship)
                    table.dropSettledChanges(of: object)
                }
            }
        }
    }

    private func leaveList(_ object: any Model, _ relationship: Relationship) {
        guard let inverse = relationship.inverseToMany,
            let bits = object._referenceBits(at: relationship.position),
            let owner = tables.loadedObject(bits, of: relationship.destination)
        else { return }
        owner._members(at: inverse.position)?.remove(object)
    }
}
