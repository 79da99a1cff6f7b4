/// How objects come and go when what was decided elsewhere is carried out: by undoing, or by the save of a child.
extension ManagedContext {
    /// Adds a new object whose key no other has, but for one that is deleted; it refers to others by key.
    func takeIn(_ object: any Model, _ register: EntityRegister) {
        let bits = object.erasedKey.bits
        if let deleted = loadedObject(bits, of: register.entity) { register.displace(deleted) }
        var state = ObjectState()
        state.group = loneGroup(register)
        state.phase = .inserted
        state.isTouched = true
        state.slot = register.map.insert(object, bits)
        object.objectState = state
        register.add(object)
        register.absent.remove(bits)
        claimKey(of: object, register)
    }

    /// Marks an object deleted, or lets go of it when no store knows it; no rules are carried out.
    func takeOut(_ object: any Model) {
        guard let register = register(of: object) else { return }
        if object.objectState.phase == .inserted {
            register.removeNew(object)
            register.forget(object)
            detach(object)
        } else {
            register.record(object)
            object.objectState.phase = .deleted
            register.touch(object)
        }
    }

    /// Makes a deleted object a stored one again.
    func revive(_ object: any Model, _ register: EntityRegister) {
        deletions[ObjectIdentifier(object)] = nil
        register.record(object)
        object.objectState.phase = .stored
        // While it was deleted, it was in none.
        register.pendingIndexes = nil
        if register.map.object(at: object.objectState.slot) !== object {
            object.objectState.slot = register.map.insert(object, object.erasedKey.bits)
        }
    }
}
