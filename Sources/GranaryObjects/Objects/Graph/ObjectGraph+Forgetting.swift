/// Reloading lists, and detaching objects.
extension ObjectGraph {
    /// Undoes every change since the last save, and forgets the kept error.
    func rollback() {
        lookup.errors.clear()
        discardUnsaved()
        for table in tables { table.removeDeniable() }
        // While the tables still list the new objects, and their keys still lead to each other.
        tables.restoreReferencesOfNewObjects()
        for table in tables where !table.touched.isEmpty {
            let touched = table.drain()
            for object in touched { revert(object, table) }
            // Detach before reviving: a new object may have a deleted one's key, and a map holds one object of a key.
            for object in touched where object._objectState.phase == .inserted { table.detach(object) }
            // Of several deleted ones with a key, the first has the row; a save in the background brings back its own.
            for object in touched where object._objectState.phase == .deleted {
                if let first = table.replaced(object.erasedKey.bits), first !== object {
                    table.detach(object)
                }
            }
            for object in touched where object._objectState.phase == .deleted { table.revive(object) }
        }
        lookup.keys.releaseClaims()
        tables.invalidateMembers()
    }

    /// Notes that others may have changed an object that was not reloaded.
    func markOutdated(_ object: any Model) {
        if let table = tables.table(of: object) { outdated.insert(object.erasedKey.bits, of: table.entity) }
    }

    private func revert(_ object: any Model, _ table: ObjectTable) {
        guard let changes = object._objectState.changes else { return }
        table.discardChanges(of: object)
        object.restoreAny(changes.properties, from: changes.original)
    }

    /// Releases all objects and changes; the program's references then are to detached objects.
    func reset() {
        lookup.errors.removeAll()
        discardUnsaved()
        outdated.removeAll()
        tables.restoreReferencesOfNewObjects()
        tables.dropLink()
        // Members of lists are scattered over memory. Drop the lists first, while the map still holds the objects:
        // hardly any is deallocated here. The map then deallocates them below, in the order in which they were made.
        tables.dropMembers()
        for table in tables {
            table.abandonAll()
            table.removeDeniable()
            table.clearAbsent()
        }
        lookup.keys.releaseClaims()
    }

    /// Releases all objects and changes of some entities; the program's references then are to detached objects.
    func detachAll(in strangers: [ObjectTable]) {
        let names = Set(strangers.map(\.entity.name))
        requirements.removeAll(of: names)
        for link in schema.links where strangers.contains(where: { link.joins($0.entity) }) {
            links.removeAll(in: link.name)
        }
        deletions.removeAll()
        for table in strangers { detachAll(in: table) }
        tables.invalidateMembers()
    }

    private func detachAll(in table: ObjectTable) {
        table.dropMembers()
        table.detachAll()
        table.removeDeniable()
        table.clearAbsent()
        table.endLoneBatch()
    }

    /// Clears the record of unsaved changes after a save.
    func didSave() {
        for table in tables { table.removeDeniable() }
        discardUnsaved()
        outdated.removeAll()
        lookup.keys.releaseClaims()
    }

    /// Requires that the row of a stored object is unchanged when the next save commits, even if the save does not
    /// write it.
    ///
    /// For an object that is not in this context, the next save throws ``GranaryError/Code/invalidObject``.
    func require<M: Model>(unchanged object: M) {
        if let table = tables.table(of: object) { return requirements.add(object, of: table.entity) }
        lookup.errors.keep(
            GranaryError(
                .invalidObject,
                "An object that is not in this context was required to be unchanged; fetch it here by its objectID first.",
                context: .init(entity: M.modelDescription.name)))
    }
}
