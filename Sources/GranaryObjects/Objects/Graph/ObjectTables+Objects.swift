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
            guard let bits = object._referenceBits(at: relationship.position),
                let target = loadedObject(bits, of: relationship.destination),
                target._objectState.phase == .deleted
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

    /// The objects of a batch that are still in the context.
    package func members<Owner: Model>(of batch: LoadBatch?, including owner: Owner) -> [Owner] {
        guard let batch else { return [owner] }
        let table = self[batch.entity.index]
        let members = batch.slots.compactMap { slot -> Owner? in
            guard let object = table.map.object(at: slot) else { return nil }
            let model = unsafeDowncast(object, to: Owner.self)  // safe: the map holds this type only.
            // A batch holds places, not objects, and a place is given to another object after a sweep
            // (Docs/Decisions/lifetime-of-objects-and-sessions.md).
            return model._objectState.batch === batch ? model : nil
        }
        return members.contains { $0 === owner } ? members : members + [owner]
    }
}
