/// Restoring the references between new objects that leave a context.
extension ObjectTables {
    /// Makes the new objects of the context, which all leave it, refer to each other directly again.
    ///
    /// Inserting one of them later then also inserts the others that it refers to.
    func restoreReferencesOfNewObjects() {
        for table in self where !table.entity.toOne.isEmpty {
            for object in table.touched where object._objectState.phase == .inserted {
                restoreReferences(of: object, table.entity)
            }
        }
    }

    /// Makes a new object hold the new objects that it refers to by key, unless they already hold it.
    func restoreReferences(of object: any Model, _ entity: Entity) {
        for relationship in entity.toOne {
            guard let key = object.referenceKey(at: relationship.position),
                let target = loadedObject(key.bits, of: relationship.destination), target !== object,
                target._objectState.phase == .inserted, !holds(target, object, relationship)
            else { continue }
            // Two sides that hold each other would be a cycle of references that nothing frees
            // (Docs/Decisions/relationships-in-contexts.md).
            if let list = relationship.inverseToMany { target._members(at: list.position)?.remove(object) }
            object.refer(to: .object(target), at: relationship.position)
        }
    }

    /// Whether the other side of a relationship to one already holds the object directly.
    private func holds(_ target: any Model, _ object: any Model, _ relationship: Relationship) -> Bool {
        guard let inverse = relationship.inverse else { return false }
        if inverse.isToMany {
            guard let members = target._members(at: inverse.position) else { return false }
            return members.isOfProgram && members.contains(object)
        }
        if case .object = target._reference(at: inverse.position) { return true }
        return false
    }
}
