/// References to objects that others have deleted.
extension ObjectGraph {
    /// Clears an object's references to rows that its store does not have.
    func clearGoneTargets(of object: any Model) {
        guard object.objectState.isIdentified, let entity = tables.table(of: object)?.entity else { return }
        for relationship in entity.toOne {
            guard let key = object.referenceKey(at: relationship.position) else { continue }
            do {
                // A target in another store may be missing for good.
                guard access.coordinator.isSameStore(entity, relationship.destination),
                    try anyObject(key, of: relationship.destination) == nil
                else { continue }
                object.clear(relationship)
            } catch {
                keep(loadError(relationship, error))
            }
        }
    }
}
