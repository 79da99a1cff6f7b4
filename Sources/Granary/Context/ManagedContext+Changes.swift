extension ManagedContext {
    /// Whether a save would write anything.
    public var hasChanges: Bool { !pendingLinks.isEmpty || tables.contains { $0.hasChanges } }

    /// The objects that the next save inserts.
    public var insertedObjects: [any Model] { tables.flatMap { $0.touched(in: .inserted) } }
    /// The stored objects that the next save changes.
    public var updatedObjects: [any Model] { tables.flatMap { $0.touched(in: .stored) } }
    /// The objects that the next save deletes.
    public var deletedObjects: [any Model] { tables.flatMap { $0.touched(in: .deleted) } }

    /// Undoes every change since the last save, and forgets errors that were kept and steps that could be
    /// undone.
    ///
    /// Reads what others have saved and what stayed as it was for changes of this context.
    public func rollback() {
        keptError = nil
        pendingLinks = [:]
        deletions = [:]
        required = []
        for table in tables { table.forgetDeniable() }
        restoreReferencesOfNewObjects()
        for table in tables where !table.touched.isEmpty {
            let touched = table.drain()
            for object in touched { revert(object, table) }
            for object in touched where object.objectState.phase == .inserted { table.detach(object) }
            for object in touched where object.objectState.phase == .deleted { table.revive(object) }
        }
        forgetUndoSteps()
        releaseKeys()
        forgetMembers()
        readOutdated()
    }

    /// Reads what others have changed and what was kept as it was only for changes that are gone now.
    ///
    /// What cannot be read is read before the next query.
    func readOutdated() {
        if outdated.isEmpty || isStreaming { return }
        let parts = outdated.map { SaveNotice.Part(entity: $0.key, updated: Array($0.value), deleted: []) }
        outdated = [:]
        inbox.putBack([SaveNotice(parts: parts)])
        resting(beginSnapshotAfterCommit)
    }

    private func revert(_ object: any Model, _ table: ObjectTable) {
        guard let changes = object.objectState.changes else { return }
        table.discardChanges(of: object)
        object.restoreAny(changes.properties, from: changes.original)
    }

    /// Lets every loaded relationship to many load again when it is looked at.
    package func forgetMembers() {
        for table in tables { table.forgetMembers() }
    }

    /// Reads an object again from its store, in a new snapshot; its unsaved changes are lost, but stay when the store
    /// cannot be read.
    ///
    /// Inside ``stream(_:_:)`` it throws, since a new snapshot would end the rows that are being read.
    public func refresh<M: Model>(_ object: M) throws {
        try requireNoStream()
        try observed(.refresh, M.self) { try readAgain(object) }
    }

    private func requireNoStream() throws {
        guard isStreaming else { return }
        throw GranaryError(
            .invalidObject,
            "A refresh inside `stream` would end the rows that are being read; refresh after it, or fetch in pages."
        )
    }

    private func readAgain<M: Model>(_ object: M) throws {
        guard let table = table(of: object), object.objectState.phase == .stored else {
            throw GranaryError(
                .invalidObject, "Only a stored object of this context can be refreshed.",
                context: .init(entity: M.modelDescription.name))
        }
        try beginSnapshot()
        table.record(object)
        let (mine, changes, version) = (
            object.snapshot, object.objectState.changes, object.objectState.version
        )
        let former = referenceKeys(of: object, table.entity)
        if let changes { object.restoreAny(changes.properties, from: changes.original) }
        table.setChanges(of: object, to: nil, from: -1)
        do {
            try loadAny([object.erasedKey], of: table.entity, M.self)
        } catch {
            object.restoreAny(.all, from: mine)
            table.setChanges(of: object, to: changes, from: version)
            throw error
        }
        // This object may refer to others than before.
        forgetUnsavedMembers()
        if changes != nil, object.objectState.version != -1 { fixUpPairs(of: object, former: former) }
        if object.objectState.version == -1 {
            table.detach(object)
            throw GranaryError(
                .notFound, "The object has been deleted from its store.",
                context: .init(entity: M.modelDescription.name))
        }
    }

    /// Begins a new snapshot and reads every loaded, unchanged object again.
    ///
    /// Inside ``stream(_:_:)`` it throws, as ``refresh(_:)`` does.
    public func refreshAll() throws {
        try requireNoStream()
        try observed(.refresh, readEverythingAgain)
    }

    private func readEverythingAgain() throws {
        try requireOpen()
        try refreshSessions()
        // What they tell of is among what is read again now, and is still to be read where that fails.
        let notices = inbox.drain()
        forgetMembers()
        do {
            try mergingOutsideSteps(reloadEverything)
        } catch {
            inbox.putBack(notices)
            throw error
        }
    }

    private func reloadEverything() throws {
        for table in tables {
            table.forgetAbsent()
            try reloadAll(table)
        }
        for table in tables where table.entity.hasPairs {
            try followPairs(of: unsavedKeys(table), table)
        }
        try clearGone(tables.map(\.entity.index)) { _, _ in true }
    }

    /// Lets go of all objects and changes; objects the program still holds are detached.
    public func reset() {
        keptError = nil
        pendingLinks = [:]
        deletions = [:]
        required = []
        outdated = [:]
        forgetUndoSteps()
        restoreReferencesOfNewObjects()
        dropLink()
        // Members are in their owners' order all over the memory. While they are held elsewhere, letting go of
        // them ends hardly any; they end further down, in the order in which they were made.
        for table in tables where table.toManyCount > 0 { table.dropMembers() }
        keepsLists = false
        for table in tables {
            table.abandonAll()
            table.forgetDeniable()
            table.forgetAbsent()
        }
        releaseKeys()
    }

    /// Lets go of all objects and changes of some entities; objects the program still holds are detached.
    package func detachAll(in strangers: [ObjectTable]) {
        guard !strangers.isEmpty else { return }
        let names = Set(strangers.map(\.entity.name))
        required.removeAll { names.contains($0.entityName) }
        for link in schema.links where strangers.contains(where: { link.joins($0.entity) }) {
            pendingLinks[link.name] = nil
        }
        deletions = [:]
        for table in strangers { detachAll(in: table) }
        forgetUndoSteps()
        forgetMembers()
    }

    private func detachAll(in table: ObjectTable) {
        table.dropMembers()
        table.detachAll()
        table.forgetDeniable()
        table.forgetAbsent()
        table.forgetLoneBatch()
    }

    /// Requires that a stored object is as it is now when the next save commits, though it is not changed.
    ///
    /// Whatever the merge policy is, the save fails with ``GranaryError/Code/conflict`` when it is not. In a child
    /// the object is required of the parent's next save too. The next save throws
    /// ``GranaryError/Code/invalidObject`` when the object is not one of this context.
    public func require<M: Model>(unchanged object: M) {
        guard table(of: object) == nil else { return required.append(Requirement(object)) }
        keep(
            GranaryError(
                .invalidObject,
                "An object that is not in this context was required to be unchanged; fetch it here by its objectID first.",
                context: .init(entity: M.modelDescription.name)))
    }
}

extension Model {
    /// ``restore(_:from:)`` where the type is not known; a snapshot of another model is ignored.
    package func restoreAny(_ properties: PropertySet, from snapshot: any ModelSnapshot) {
        if objectState.isWatched { tellWatchers() }
        if let snapshot = snapshot as? Snapshot { restore(properties, from: snapshot) }
    }

    /// Sets what a relationship to one refers to, by its position among those to one, and nothing else; whoever
    /// watches the object is told.
    package func refer(to reference: AnyReference, at position: Int) {
        if objectState.isWatched { tellWatchers() }
        setReference(reference, at: position)
    }
}
