/// Finding the loaded objects of a context.
extension ObjectTables {
    /// The object with the bits of a key, if it is loaded.
    package func loadedObject(_ bits: KeyBits, of entity: Entity) -> (any Model)? {
        let table = self[entity.index]
        guard let type = table.type else { return nil }
        func find<T: Model>(_ type: T.Type) -> (any Model)? { table.object(bits, as: type) }
        return find(type)
    }

    /// The touched objects in one phase.
    func touched(in phase: ObjectPhase) -> [any Model] { flatMap { $0.touched(in: phase) } }

    /// Marks a stored object deleted, or detaches a new one, without applying delete rules.
    func markDeletedOrDetach(_ object: any Model) {
        guard let table = table(of: object) else { return }
        if !table.markDeleted(object) { table.detach(object) }
    }

    /// The deleted objects that an object refers to.
    func deletedTargets(of object: any Model) -> [any Model] {
        guard let entity = table(of: object)?.entity else { return [] }
        return entity.toOne.compactMap { relationship in
            guard let bits = object.referenceBits(at: relationship.position),
                let target = loadedObject(bits, of: relationship.destination),
                target.objectState.phase == .deleted
            else { return nil }
            return target
        }
    }

    /// Returns an object that was in this context to an earlier state.
    func bringBack(_ memory: ObjectMemory) {
        guard let batch = memory.state.batch else { return }
        memory.object.restoreAny(.all, from: memory.values)
        self[batch.entity.index].setBack(memory.object, to: memory.state, memory.changes)
    }
}
