extension ManagedContext {
    /// Whether a save would write anything.
    public var hasChanges: Bool { !pendingLinks.isEmpty || registers.contains { $0.hasChanges } }

    /// The objects that the next save inserts.
    public var insertedObjects: [any Model] { registers.flatMap { $0.touched(in: .inserted) } }
    /// The stored objects that the next save changes.
    public var updatedObjects: [any Model] { registers.flatMap { $0.touched(in: .stored) } }
    /// The objects that the next save deletes.
    public var deletedObjects: [any Model] { registers.flatMap { $0.touched(in: .deleted) } }

    /// Undoes every change since the last save, and forgets errors that were kept and steps that could be
    /// undone.
    ///
    /// Reads what others have saved and what stayed as it was for changes of this context.
    public func rollback() {
        keptError = nil
        pendingLinks = [:]
        deletions = [:]
        required = []
        for register in registers { register.deniable = [] }
        loosenNewObjects()
        for register in registers where !register.touched.isEmpty {
            let touched = register.touched
            register.touched = []
            register.displaced = [:]
            for object in touched { revert(object, register) }
            for object in touched where object.objectState.phase == .inserted {
                register.map.remove(at: object.objectState.slot)
                detach(object)
            }
            for object in touched where object.objectState.phase == .deleted { revive(object, register) }
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
        mailbox.putBack([SaveNotice(parts: parts)])
        resting(beginSnapshotAfterCommit)
    }

    private func revert(_ object: any Model, _ register: EntityRegister) {
        object.objectState.isTouched = false
        guard let changes = object.objectState.changes else { return }
        object.objectState.changes = nil
        object.restoreAny(changes.properties, from: changes.original)
    }

    /// Lets every loaded relationship to many load again when it is looked at.
    package func forgetMembers() {
        for register in registers { register.epoch += 1 }
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
        guard let register = register(of: object), object.objectState.phase == .stored else {
            throw GranaryError(
                .invalidObject, "Only a stored object of this context can be refreshed.",
                context: .init(entity: M.modelDescription.name))
        }
        try beginSnapshot()
        register.record(object)
        let (mine, changes, version) = (
            object.snapshot, object.objectState.changes, object.objectState.version
        )
        let former = referenceKeys(of: object, register.entity)
        if let changes { object.restoreAny(changes.properties, from: changes.original) }
        object.objectState.changes = nil
        object.objectState.version = -1
        do {
            try loadAny([object.erasedKey], of: register.entity, M.self)
        } catch {
            object.restoreAny(.all, from: mine)
            object.objectState.changes = changes
            if changes != nil { register.touch(object) }
            object.objectState.version = version
            throw error
        }
        // This object may refer to others than before.
        forgetUnsavedMembers()
        if changes != nil, object.objectState.version != -1 { repairPairs(of: object, former: former) }
        if object.objectState.version == -1 {
            register.map.remove(at: object.objectState.slot)
            register.forget(object)
            detach(object)
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
        let notices = mailbox.drain()
        forgetMembers()
        do {
            try mergingOutsideSteps(reloadEverything)
        } catch {
            mailbox.putBack(notices)
            throw error
        }
    }

    private func reloadEverything() throws {
        for register in registers {
            register.absent = []
            try reloadAll(register)
        }
        for register in registers where register.entity.hasPairs {
            try followPairs(of: unsavedKeys(register), register)
        }
        try clearGone(registers.map(\.entity.index)) { _, _ in true }
    }

    /// Lets go of all objects and changes; objects the program still holds are detached.
    public func reset() {
        keptError = nil
        pendingLinks = [:]
        deletions = [:]
        required = []
        outdated = [:]
        forgetUndoSteps()
        loosenNewObjects()
        dropLink()
        // Members are in their owners' order all over the memory. While they are held elsewhere, letting go of
        // them ends hardly any; they end further down, in the order in which they were made.
        for register in registers where register.toManyCount > 0 { register.dropMembers() }
        keepsLists = false
        for register in registers {
            for object in register.touched { detach(object) }
            register.touched = []
            register.displaced = [:]
            register.deniable = []
            register.entity.type?.detach(LoadedObjects(register))
            register.absent = []
        }
        releaseKeys()
    }

    /// Lets go of all objects and changes of some entities; objects the program still holds are detached.
    package func letGo(of strangers: [EntityRegister]) {
        guard !strangers.isEmpty else { return }
        let names = Set(strangers.map(\.entity.name))
        required.removeAll { names.contains($0.entityName) }
        for table in schema.links where strangers.contains(where: { table.joins($0.entity) }) {
            pendingLinks[table.name] = nil
        }
        deletions = [:]
        for register in strangers { letGo(of: register) }
        forgetUndoSteps()
        forgetMembers()
    }

    private func letGo(of register: EntityRegister) {
        for object in register.touched { detach(object) }
        register.touched = []
        register.displaced = [:]
        register.deniable = []
        register.dropMembers()
        func empty<M: Model>(_ type: M.Type) {
            register.map.moveOut().forEach { object, _ in
                detach(unsafeDowncast(object, to: type))  // safe: the map holds this type only.
            }
        }
        if let type = register.entity.type { empty(type) }
        register.absent = []
        register.loneGroup = nil
    }

    /// Requires that a stored object is as it is now when the next save commits, though it is not changed.
    ///
    /// Whatever the merge policy is, the save fails with ``GranaryError/Code/conflict`` when it is not. In a child
    /// the object is required of the parent's next save too. The next save throws
    /// ``GranaryError/Code/invalidObject`` when the object is not one of this context.
    public func require<M: Model>(unchanged object: M) {
        guard register(of: object) == nil else { return required.append(Requirement(object)) }
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
