import Logging

/// Queues the saves of a context, and keeps what stays from one save to the next.
final class SaveRunner {
    let options: ContextOptions
    /// What adds rows to the saves.
    let captures: SaveCaptures
    private let merger: ChangeMerger
    /// The save that is under way.
    var current: Save?
    /// The saves in the background, one after the other.
    let queue = SaveQueue()
    /// What the last save has given up of the context's edits.
    var givenUp: [SaveConflict] = []
    /// How many saves have written something.
    var saveCount = 0
    /// Whether the closure of a transaction runs, which saves into this context.
    var isInTransaction = false
    /// Whether a store has refused a commit because a key or unique value was taken, or a row was not there.
    var hasMetTakenValue = false

    init(_ merger: ChangeMerger, _ options: ContextOptions) {
        self.merger = merger
        self.options = options
        captures = SaveCaptures(options, merger.graph)
    }

    /// Saves a context in the background, as ``Context/saveInBackground()`` describes.
    nonisolated(nonsending) func saveInBackground(_ context: Context) async throws {
        do {
            try await Save(context).runInBackground()
        } catch {
            // A task that is not awaited would lose it.
            if (error as? GranaryError)?.code != .cancelled {
                merger.access.coordinator.errors.report(
                    error, during: .saving, "A save in the background failed.")
            }
            throw error
        }
    }

    /// Whether saves write; throws if the context is for reading.
    func mayWrite() throws -> Bool {
        switch options.saves {
        case .write:
            if options.writing?.isOn ?? true { return true }
            throw GranaryError.mainContextIsReadOnly
        case .refuse:
            throw GranaryError(
                .unsupported,
                "This context is for reading; change objects in `stack.perform` or in an editor context.")
        case .drop:
            merger.access.coordinator.logger.warning(
                "A save of a temporary context was dropped, as its kind says.")
            return false
        }
    }

    /// Throws inside a hook, where a save or a batch would write what is not complete yet, inside a transaction, and while
    /// a save in the background is writing.
    func requireIdle() throws {
        if current?.hooks?.phase != nil {
            throw GranaryError(
                .invalidObject,
                "A hook cannot save: what it changes is part of the save that has called it, or after `didSave` of the next one."
            )
        }
        if isInTransaction {
            throw GranaryError(
                .invalidObject,
                "A transaction of this context is open, which saves at its end; use the context that its closure gets."
            )
        }
        if queue.isSaving {
            throw GranaryError(
                .invalidObject,
                "A save in the background is under way, and this call cannot wait for it; save by `await saveInBackground()`, which does, or call again when it has ended."
            )
        }
    }

    /// Settles an object in conflict as the program has decided, as ``Context/resolve(_:with:)`` describes.
    func resolve(_ conflict: SaveConflict, with decision: ConflictResolution) throws {
        try requireIdle()
        let graph = merger.graph
        try merger.access.operating {
            // The changes of the others belong to no step.
            try merger.history.mergingOutsideSteps {
                try ConflictResolver(graph: graph, loader: merger.loader, policy: options.mergePolicy)
                    .resolve(conflict, with: decision)
            }
        }
        // This object alone: a program resolves one conflict after the other.
        if let entity = graph.schema.entity(conflict.entity) {
            merger.readOutdated(conflict.key.bits, of: entity)
        }
    }
}

// MARK: Discarding changes

extension SaveRunner {
    /// Discards every change but those that a save in the background is writing.
    func rollback() {
        guard mayDiscard("roll back") else { return }
        merger.rollback { [written = current?.written, merger] in
            // Before objects that others have saved are read again: those being saved are left out only if they are
            // unsaved.
            guard let written else { return }
            written.reinstate(in: merger.graph)
            merger.history.restart()
        }
    }

    /// Reads an object again, unless it is being written.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` for an object that is, and inside a hook; errors of the reading.
    func refresh<M: Model>(_ object: M) throws {
        try requireKeepingChanges("refresh an object")
        if let written = current?.written, written.contains(object) {
            throw GranaryError(
                .invalidObject,
                "A save in the background is writing this object; refresh it when the save has ended.",
                context: .init(entity: M.modelDescription.name))
        }
        try merger.refresh(object)
    }

    /// Throws inside a hook that is called before the save, for a call that would discard what the save writes.
    func requireKeepingChanges(_ call: String) throws {
        if let error = discardError(call) { throw error }
    }

    /// Whether a call that cannot throw may discard changes; inside a hook it may not, and the save then throws.
    func mayDiscard(_ call: String) -> Bool {
        guard let error = discardError(call) else { return true }
        current?.hooks?.refuse(error)
        return false
    }

    private func discardError(_ call: String) -> GranaryError? {
        guard current?.hooks?.phase == .before else { return nil }
        return GranaryError(
            .invalidObject,
            "A hook cannot \(call): that would discard what the save which has called it is to write. Throw an error to refuse the save, or change the objects instead."
        )
    }
}

extension GranaryError {
    /// The error of a save in a main context that may not save, and of an editor for it.
    package static var mainContextIsReadOnly: GranaryError {
        GranaryError(
            .unsupported,
            "The main context is read-only; change objects in `stack.perform`, or set `stack.isMainContextReadOnly` to false."
        )
    }
}
