/// Attaching and deleting objects when undoing or the save of a child carries out earlier decisions.
extension ObjectGraph {
    /// Adds a new object; it refers to others by key, and only a deleted object may have its key.
    func attach(_ object: any Model, _ table: ObjectTable) {
        let bits = object.erasedKey.bits
        if let deleted = tables.loadedObject(bits, of: table.entity) { table.replaceDeleted(deleted) }
        _ = table.insert(object, &object.objectState, bits, into: tables.loneBatch(table))
        lookup.keys.claimKey(of: object, table)
    }
}
