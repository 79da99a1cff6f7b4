/// Lists that are put together again, and objects that leave.
extension ObjectGraph {
    /// Lets every loaded relationship to many load again when it is looked at.
    package func forgetMembers() {
        for table in tables { table.forgetMembers() }
    }

    /// Lets every relationship to many be put together again, also those of objects that no store knows.
    func forgetUnsavedMembers() {
        forgetMembers()
        for table in tables where !table.entity.toMany.isEmpty {
            for object in table.touched { forgetUnsavedMembers(of: object) }
        }
    }

    /// Lets every relationship to many of an object be put together again, if no store knows it.
    func forgetUnsavedMembers(of object: any Model) {
        guard object.objectState.phase == .inserted, let table = table(of: object) else { return }
        for relationship in table.entity.toMany { object.members(at: relationship.position)?.forget() }
    }

    /// Undoes every change since the last save, and forgets errors that were kept.
    func rollback() {
        forgetKeptError()
        links.removeAll()
        deletions.removeAll()
        requirements.removeAll()
        for table in tables { table.forgetDeniable() }
        restoreReferencesOfNewObjects()
        for table in tables where !table.touched.isEmpty {
            let touched = table.drain()
            for object in touched { revert(object, table) }
            for object in touched where object.objectState.phase == .inserted { table.detach(object) }
            for object in touched where object.objectState.phase == .deleted { table.revive(object) }
        }
        keys.releaseClaims()
        forgetMembers()
    }

    /// Notes that others may have changed an object that was not read again.
    func noteOutdated(_ object: any Model) {
        if let table = table(of: object) { outdated.insert(object.erasedKey.bits, of: table.entity) }
    }

    private func revert(_ object: any Model, _ table: ObjectTable) {
        guard let changes = object.objectState.changes else { return }
        table.discardChanges(of: object)
        object.restoreAny(changes.properties, from: changes.original)
    }

    /// Lets go of all objects and changes; objects the program still holds are detached.
    func reset() {
        forgetKeptError()
        links.removeAll()
        deletions.removeAll()
        requirements.removeAll()
        outdated.removeAll()
        restoreReferencesOfNewObjects()
        dropLink()
        // Members are in their owners' order all over the memory. While they are held elsewhere, letting go of
        // them ends hardly any; they end further down, in the order in which they were made.
        for table in tables where table.toManyCount > 0 { table.dropMembers() }
        setKeepingLists(false)
        for table in tables {
            table.abandonAll()
            table.forgetDeniable()
            table.forgetAbsent()
        }
        keys.releaseClaims()
    }

    /// Lets go of all objects and changes of some entities; objects the program still holds are detached.
    func detachAll(in strangers: [ObjectTable]) {
        let names = Set(strangers.map(\.entity.name))
        requirements.removeAll(of: names)
        for link in schema.links where strangers.contains(where: { link.joins($0.entity) }) {
            links.removeAll(in: link.name)
        }
        deletions.removeAll()
        for table in strangers { detachAll(in: table) }
        forgetMembers()
    }

    private func detachAll(in table: ObjectTable) {
        table.dropMembers()
        table.detachAll()
        table.forgetDeniable()
        table.forgetAbsent()
        table.forgetLoneBatch()
    }

    /// Forgets what is to be saved, because it is saved.
    func didSave() {
        for table in tables { table.forgetDeniable() }
        links.removeAll()
        deletions.removeAll()
        requirements.removeAll()
        outdated.removeAll()
        keys.releaseClaims()
    }

    /// Requires that a stored object is as it is now when the next save commits, though it is not changed.
    ///
    /// The next save throws ``GranaryError/Code/invalidObject`` when the object is not one of this context.
    func require<M: Model>(unchanged object: M) {
        guard table(of: object) == nil else { return requirements.add(object) }
        keep(
            GranaryError(
                .invalidObject,
                "An object that is not in this context was required to be unchanged; fetch it here by its objectID first.",
                context: .init(entity: M.modelDescription.name)))
    }

    /// The keys of stored objects that this context has changed or deleted, among some keys or among all.
    func unsavedKeys(_ table: ObjectTable, among bits: Set<KeyBits> = [], all: Bool = true)
        -> [ObjectKey]
    {
        table.touched.lazy.filter { object in
            object.objectState.isPending && object.objectState.phase != .inserted
                && (all || bits.contains(object.erasedKey.bits))
        }.map(\.erasedKey)
    }
}
