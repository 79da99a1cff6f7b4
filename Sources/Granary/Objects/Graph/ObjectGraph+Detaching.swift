/// New objects that leave a context refer to each other as they did before they entered it.
extension ObjectGraph {
    /// Lets the new objects of the context, which all leave it, hold each other again, so that inserting one brings
    /// what it refers to.
    func restoreReferencesOfNewObjects() {
        for table in tables where !table.entity.toOne.isEmpty {
            for object in table.touched where object.objectState.phase == .inserted {
                restoreReferences(of: object, table.entity)
            }
        }
    }

    /// Lets a new object hold the new ones it refers to by key, unless the program has put it into their lists.
    func restoreReferences(of object: any Model, _ entity: Entity) {
        for relationship in entity.toOne {
            guard let key = object.referenceKey(at: relationship.position),
                let target = loadedObject(key.bits, of: relationship.destination), target !== object,
                target.objectState.phase == .inserted, !holds(target, object, relationship)
            else { continue }
            if let list = relationship.inverseToMany { target.members(at: list.position)?.remove(object) }
            object.refer(to: .object(target), at: relationship.position)
        }
    }

    /// Whether the other side of a relationship to one holds the object that refers to it.
    private func holds(_ target: any Model, _ object: any Model, _ relationship: Relationship) -> Bool {
        guard let inverse = relationship.inverse else { return false }
        if inverse.isToMany {
            guard let members = target.members(at: inverse.position) else { return false }
            return members.isOfProgram && members.contains(object)
        }
        if case .object = target.reference(at: inverse.position) { return true }
        return false
    }
}
