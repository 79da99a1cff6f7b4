/// References to objects that others have deleted.
extension ManagedContext {
    /// Has unsaved objects not refer any more to rows that are gone, as if the deletion had cleared them here.
    ///
    /// Stored objects without changes are read again instead, with what the deletion has done to them.
    ///
    /// Complexity: O(unsaved objects that can refer to the entity).
    func clearReferences(to gone: Set<KeyBits>, _ register: EntityRegister) {
        if gone.isEmpty { return }
        for (index, routes) in schema.toOneRoutes.enumerated()
        where registers.used(index)?.hasChanges == true {
            for (position, route) in routes.enumerated()
            where route.destination.index == register.entity.index {
                for object in registers[index].touched where object.objectState.isIdentified {
                    guard let bits = object.referenceBits(at: position), gone.contains(bits),
                        register.map.object(bits) == nil
                    else { continue }
                    clear(route.relationship, at: position, of: object)
                }
            }
        }
    }

    private func clear(_ relationship: Relationship, at position: Int, of object: any Model) {
        object.willChangeAny(relationship.position)
        object.refer(to: .empty, at: position)
    }

    /// The keys of an entity that unsaved objects refer to, and that are not loaded.
    func missingTargets(of entity: Entity) -> [KeyBits: ObjectKey] {
        var keys: [KeyBits: ObjectKey] = [:]
        for (index, routes) in schema.toOneRoutes.enumerated()
        where registers.used(index)?.hasChanges == true {
            for (position, route) in routes.enumerated() where route.destination.index == entity.index {
                for object in registers[index].touched where object.objectState.isIdentified {
                    guard let key = object.referenceKey(at: position),
                        registers[entity.index].map.object(key.bits) == nil
                    else { continue }
                    keys[key.bits] = key
                }
            }
        }
        return keys
    }

    /// Has an object not refer to rows that its store does not have.
    func clearGoneTargets(of object: any Model) {
        guard object.objectState.isIdentified, let entity = register(of: object)?.entity else { return }
        for (position, route) in schema.toOneRoutes[entity.index].enumerated() {
            guard let key = object.referenceKey(at: position) else { continue }
            do {
                // What is not stored together may be missing for good.
                guard coordinator.isSameStore(entity, route.destination),
                    try anyObject(key, of: route.destination.name) == nil
                else { continue }
                clear(route.relationship, at: position, of: object)
            } catch {
                keep(loadError(route.relationship, error))
            }
        }
    }
}
