/// Refreshing and rolling back.
extension ChangeMerger {
    /// Discards every change since the last save, except for those that a closure restores, and reloads objects whose
    /// changes by others had to wait for that.
    func rollback(_ bringBack: () -> Void = {}) {
        history.discardSteps()
        graph.rollback()
        // The changes that the rollback has recorded do not count as made since then.
        history.discardSteps()
        bringBack()
        readOutdated()
    }

    /// Reloads an object from its store, in a new snapshot.
    ///
    /// Its unsaved changes are lost, unless the store cannot be read.
    func refresh<M: Model>(_ object: M) throws {
        try requireNoStream()
        try access.perform(.refresh, M.self) { try readAgain(object) }
    }

    /// Begins a new snapshot and reloads every loaded, unchanged object.
    func refreshAll() throws {
        try requireNoStream()
        try access.perform(Operation(.refresh), readEverythingAgain)
    }

    private func readAgain<M: Model>(_ object: M) throws {
        guard let table = graph.tables.table(of: object), object._objectState.phase == .stored else {
            throw GranaryError(
                .invalidObject, "Only a stored object of this context can be refreshed.",
                context: .init(entity: M.modelDescription.name))
        }
        try access.beginSnapshot()
        table.record(object)
        let (mine, changes, version) = (
            object.snapshot, object._objectState.changes, object._objectState.version
        )
        let former = object.referenceKeys(table.entity)
        if let changes { object.restoreAny(changes.properties, from: changes.original) }
        // No row has this version, so loading always takes the row, and an object that still has this version
        // afterwards is gone.
        table.setChanges(of: object, to: nil, from: -1)
        do {
            try loader.loadObjects([object.erasedKey], of: table.entity)
        } catch {
            // A store that cannot be read must not cost the program its changes.
            object.restoreAny(.all, from: mine)
            table.setChanges(of: object, to: changes, from: version)
            throw error
        }
        let isGone = object._objectState.version == -1
        // This object may refer to other objects than before.
        graph.tables.invalidateUnsavedMembers()
        if !isGone { graph.pairs.leaveDeletedPartners(of: object) }
        if changes != nil, !isGone { graph.pairs.fixUpPairs(of: object, former: former) }
        if isGone {
            graph.lookup.detachGone(object, table)
            throw GranaryError(
                .notFound, "The object has been deleted from its store.",
                context: .init(entity: M.modelDescription.name))
        }
    }

    /// Refuses to begin another snapshot while a stream reads the current one.
    private func requireNoStream() throws {
        guard access.isStreaming else { return }
        throw GranaryError(
            .invalidObject,
            "A refresh inside `stream` would end the rows that are being read; refresh after it, or fetch in pages."
        )
    }
}
