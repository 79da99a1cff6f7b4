/// How objects come and go when what was decided elsewhere is carried out: by undoing, or by the save of a child.
extension ObjectGraph {
    /// Adds a new object whose key no other has, but for one that is deleted; it refers to others by key.
    func attach(_ object: any Model, _ table: ObjectTable) {
        let bits = object.erasedKey.bits
        if let deleted = loadedObject(bits, of: table.entity) { table.replaceDeleted(deleted) }
        _ = table.insert(object, &object.objectState, bits, into: loneBatch(table))
        keys.claimKey(of: object, table)
    }

    /// Marks an object deleted, or lets go of it when no store knows it; no rules are carried out.
    func markDeletedOrDetach(_ object: any Model) {
        guard let table = table(of: object) else { return }
        if !table.markDeleted(object) { table.detach(object) }
    }
}
