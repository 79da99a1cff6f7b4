import Logging

/// Saves the changes of a context to its stores or to its parent.
final class SaveRunner {
    let graph: ObjectGraph
    let access: StoreAccess
    let merger: ChangeMerger
    let loader: ObjectLoader
    let history: UndoHistory
    let options: ContextOptions
    /// The saves of the parent, for a child.
    let parent: SaveRunner?
    /// The hooks of the models; `nil` where no model has any.
    private let hooks: (any SaveHooks)?
    /// Whether the current save calls hooks; those of batches do not.
    private var callsHooks = true
    /// Whether a hook runs, which may not save.
    private var isCallingHooks = false
    /// Whether it runs before the save, whose changes it may not discard.
    private(set) var isBeforeWriting = false
    /// What a hook has called that it may not call, and that could not throw.
    var refusedCall: GranaryError?
    /// Tells the objects of the last save that it is done.
    private var written: (any SaveRounds)?
    /// The merge policy of the current save; between saves, that of the options.
    private(set) var policy: MergePolicy
    /// The commit that is under way.
    private var ticket: CommitTicket?
    /// How far the current save goes; `nil` between saves, and for one that goes as far as the options say.
    private var extent: SaveExtent?
    /// The author of the current save; between saves, that of the options.
    private(set) var author: String?
    /// Whether the last save has tried to commit to a store.
    private(set) var hasCommitted = false
    /// How many saves have written something.
    private(set) var saveCount = 0
    /// The saves in the background, one after the other.
    let turns = SaveTurns()
    /// The changes that a save in the background is writing.
    private(set) var handover: SaveHandover?
    /// Whether a store has refused a commit because a key or unique value was taken, or a row was not there.
    private(set) var hasMetTakenValue = false

    init(
        _ merger: ChangeMerger, _ options: ContextOptions, parent: SaveRunner?, hooks: (any SaveHooks)?
    ) {
        self.hooks = hooks
        self.merger = merger
        self.parent = parent
        self.options = options
        graph = merger.graph
        access = merger.access
        loader = merger.loader
        history = merger.history
        policy = options.mergePolicy
        author = options.author
    }

    deinit { endCommit() }

    /// Whether any model of the schema has hooks; otherwise saves do not look for them.
    var looksForHooks: Bool { hooks != nil }

    /// The largest number of attempts of a save or a batch while others keep changing its rows.
    ///
    /// An attempt fails only because another save has succeeded, so attempts end with the others’ work; a lower limit
    /// made merging saves fail on busy machines.
    static let mostAttempts = 128

    /// Writes all changes, as ``Context/save()`` describes.
    func save() throws { try save(by: options.mergePolicy) }

    /// Saves by a given merge policy instead of that of the options, as far as `extent` says, and as the author of the
    /// child whose save goes through this context, if it has one.
    func save(
        by policy: MergePolicy, upTo extent: SaveExtent? = nil, as author: String? = nil,
        callingHooks: Bool = true
    ) throws {
        try requireIdle()
        begin(by: policy, upTo: extent, as: author, callingHooks: callingHooks)
        defer { end() }
        guard try hasChanges() else { return try saveParentIfDue() }
        guard try mayBegin() else { return }
        try access.observed(.save) { try bringingTogether(writeChanges) }
        tellWritten()
    }

    /// Begins a save by a given merge policy, as far as `extent` says, and as an author instead of that of the options.
    func begin(
        by policy: MergePolicy, upTo extent: SaveExtent?, as author: String?, callingHooks: Bool = true
    ) {
        // Nobody sees the objects of a root: the hooks of the main context have been called for these changes.
        (self.policy, self.extent, callsHooks) = (policy, extent, callingHooks && !options.isRoot)
        self.author = author ?? options.author
        (hasCommitted, written) = (false, nil)
    }

    /// Ends a save, however it went.
    func end() {
        (policy, extent, author) = (options.mergePolicy, nil, options.author)
        (callsHooks, written) = (true, nil)
    }

    /// Whether this context has anything to save.
    ///
    /// - Throws: an error that was kept; ``GranaryError/Code/closed``.
    func hasChanges() throws -> Bool {
        // Kept where code could not throw, such as a relationship that read as empty; the changes may rest on that.
        try graph.throwKept()
        try access.requireOpen()
        return graph.hasChanges || !graph.requirements.isEmpty
    }

    /// Saves the parent if this context's saves go through it.
    ///
    /// A commit saves the parent too, so this is for saves without a commit. After a commit it only repeats a save
    /// further up that failed when the parent was saved already.
    func saveParentIfDue() throws {
        guard let parent, savesThroughParent, options.saves == .write else { return }
        try parent.save(by: policy, upTo: extentOfParent, as: author)
    }

    /// Whether the save also saves the parent.
    var savesThroughParent: Bool { extent.map { $0 == .stores } ?? options.savesThroughParent }

    /// How far the save of the parent goes.
    var extentOfParent: SaveExtent? { extent == .stores ? .stores : nil }

    /// Whether the changes are to be written; gives new objects what backfills have for them.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` inside a stream; ``GranaryError/Code/unsupported`` if the context
    ///   is for reading.
    func mayBegin() throws -> Bool {
        if access.isStreaming {
            throw GranaryError(
                .invalidObject,
                "A save inside `stream` would end the rows that are being read; save after it, or fetch in pages."
            )
        }
        guard try mayWrite() else { return false }
        try fillMissing()
        return true
    }

    /// Tells the objects that the save has written that it is done.
    func tellWritten() {
        guard let written else { return }
        self.written = nil
        callingHooks(written.tellWritten)
    }

    /// Throws inside a hook, where a save or a batch would write what is not complete yet, and while a save in the
    /// background is writing.
    func requireIdle() throws {
        if isCallingHooks {
            throw GranaryError(
                .invalidObject,
                "A hook cannot save: what it changes is part of the save that has called it, or after `didSave` of the next one."
            )
        }
        if turns.isTaken {
            throw GranaryError(
                .invalidObject,
                "A save in the background is under way, and this call cannot wait for it; save by `await saveInBackground()`, which does, or call again when it has ended."
            )
        }
    }

    private func callingHooks<R>(_ body: () throws -> R) rethrows -> R {
        isCallingHooks = true
        defer { isCallingHooks = false }
        return try body()
    }

    /// Applies the delete rules, and lets hooks change the objects to save until none changes any more.
    func callHooks(_ rounds: (any SaveRounds)?) throws {
        try graph.repeatDeleteRules()
        guard let rounds else { return }
        isBeforeWriting = true
        defer { (isBeforeWriting, refusedCall) = (false, nil) }
        try callingHooks {
            try rounds.runRounds {
                if let refusedCall { throw refusedCall }
                // A hook may insert and delete: before the next round, backfills and delete rules have to reach that
                // too.
                try fillMissing()
                try graph.repeatDeleteRules()
            }
        }
    }

    /// Gives the objects to save the values that the backfills of the schema have for them.
    func fillMissing() throws {
        guard options.fillsMissing else { return }
        for backfill in graph.schema.backfills {
            if let filling = backfill as? any ObjectFilling { try filling.fill(unsavedIn: graph) }
        }
    }

    /// Runs a closure that commits, and moves the context to a new snapshot if a commit fails.
    ///
    /// A failed commit has ended the old snapshot; queries, unchanged objects and lists then change together.
    func bringingTogether<R>(_ body: () throws -> R) throws -> R {
        hasCommitted = false
        do {
            return try body()
        } catch {
            if hasCommitted {
                graph.forgetMembers()
                access.beginSnapshotAfterCommit()
            }
            throw error
        }
    }

    private func writeChanges() throws {
        let rounds = try prepare()
        for _ in 0..<Self.mostAttempts {
            let plan = try plan(after: rounds)
            // The session of a child saves the parent when it commits, and without a part no session is asked.
            if plan.parts.isEmpty { try saveParentIfDue() }
            var areReferred = false
            let outcome = try commit(plan, &areReferred)
            if outcome.conflicts.isEmpty { return finish(plan, outcome.versions) }
            if try resolve(outcome.conflicts, in: rounds, areReferred: areReferred) {
                return try saveParentIfDue()
            }
            // Settling may have changed objects that no hook has been called for.
            try callHooks(rounds)
        }
        throw Self.keptChanging
    }

    /// Applies the delete rules, calls the hooks of the objects to save, and ends the open step of the undo history.
    func prepare() throws -> (any SaveRounds)? {
        let rounds = callsHooks ? hooks?.rounds(of: self) : nil
        // A pair that others have removed or added leads to no conflict, but to other objects that a rule reaches.
        if parent == nil, merger.hasNews, graph.cascadesThroughPairs {
            try access.beginSnapshot()
            graph.leaveUnpaired()
        }
        // Undo reverts the changes by rules and hooks together with those that they were called for.
        try callHooks(rounds)
        history.closeStep()
        return rounds
    }

    /// Checks all rules, and collects the changes.
    func plan(after rounds: (any SaveRounds)?) throws -> SavePlan {
        try collect(after: rounds) { try SavePlan($0) }
    }

    /// Checks all rules, and then collects the changes of the graph.
    func collect<R>(after rounds: (any SaveRounds)?, _ body: (ObjectGraph) throws -> R) throws -> R {
        // After the last hook, which may remove what forbids a deletion or breaks a rule.
        try graph.checkDenied()
        try RuleCheck.run(graph)
        let changes = try body(graph)
        // Objects that are marked saved no longer tell whether they were inserted, changed or deleted.
        rounds?.noteWritten()
        written = rounds
        return changes
    }

    /// Settles conflicts by the merge policy; returns whether nothing is left to save.
    func resolve(
        _ conflicts: [CommitResult.Conflict], in rounds: (any SaveRounds)?, areReferred: Bool
    ) throws -> Bool {
        // This attempt has written nothing, and what it was about may be given up now.
        written = nil
        try resolve(conflicts, areReferred: areReferred)
        if graph.hasChanges || !graph.requirements.isEmpty { return false }
        try access.beginSnapshot()
        return true
    }

    /// The error of a save that was repeated in vain.
    static var keptChanging: GranaryError {
        GranaryError(
            .conflict,
            "The objects kept changing in their store while the save was repeated; try the unit of work again."
        )
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
            access.coordinator.logger.warning("A save of a temporary context was dropped, as its kind says.")
            return false
        }
    }

    /// Commits a plan; if a store refuses it because others have made objects refer to deleted ones, these are in
    /// conflict.
    private func commit(_ plan: SavePlan, _ areReferred: inout Bool) throws -> StoreCommit.Outcome {
        do {
            return try commit(plan)
        } catch {
            let referred = try referredDeletions(error)
            if referred.isEmpty { throw error }
            areReferred = true
            return ([:], referred)
        }
    }

    /// Commits a plan to its stores.
    func commit(_ plan: SavePlan) throws -> StoreCommit.Outcome {
        try beginCommit()
        continueCommit(merger.beginCommit { plan.stores(in: access.coordinator) })
        do {
            let outcome = try StoreCommit(access: access, plan: plan).run()
            if !outcome.conflicts.isEmpty { endCommit() }
            return outcome
        } catch {
            noteFailure(of: plan, error)
            endCommit()
            throw error
        }
    }

    /// Notes that a commit begins.
    ///
    /// - Throws: the errors of a stack that may not be written to.
    func beginCommit() throws {
        // First: a refusal here has not asked a store, so the snapshot goes on.
        try access.requireWriting()
        hasCommitted = true
    }

    /// Takes over a commit that has begun, to end it.
    func continueCommit(_ ticket: CommitTicket) {
        endCommit()
        self.ticket = ticket
    }

    /// Ends the commit that is under way, if it has failed.
    func endCommit() {
        guard let ticket = ticket.take() else { return }
        merger.endCommit(ticket)
    }

    /// Notes why a commit has failed, and notifies others of one that was partial or may have succeeded.
    func noteFailure(of plan: SavePlan, _ error: any Error) {
        guard let error = error as? GranaryError else { return }
        if error.code == .constraint {
            // A new snapshot shows the row that has the value, so a unit of work may pass when it is repeated.
            let kind = error.context.constraint
            // The same with a row that is gone.
            hasMetTakenValue =
                hasMetTakenValue || kind == .primaryKey || kind == .unique || kind == .reference
        }
        if error.code == .partialSave || error.code == .outcomeUnknown { announceWhole(plan) }
    }

    /// Tells others that any row of the plan's entities may have changed, because some of its stores have committed, or
    /// may have.
    private func announceWhole(_ plan: SavePlan) {
        let entities = plan.parts.reduce(into: Set<Int>()) { $0.formUnion($1.changedEntities) }
        merger.announce(
            notice(entities.sorted().map { SaveNotice.Part(whole: $0) }, in: access.coordinator))
    }

    private func notice(_ parts: [SaveNotice.Part], in coordinator: StoreCoordinator) -> SaveNotice {
        SaveNotice(
            parts: parts, ticket: ticket?.number ?? 0, author: author, in: coordinator.presences)
    }

    /// Ends the commit that is under way, and notifies others of it.
    private func announce(_ notice: SaveNotice, _ versions: [Int: Int64], in coordinator: StoreCoordinator) {
        guard let ticket = ticket.take() else { return merger.announce(notice) }
        merger.announce(notice, ending: ticket, at: coordinator.places(versions))
    }

    /// Resolves conflicts by the merge policy, so that the save can be repeated.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` with all conflicts if one cannot be resolved; nothing has changed then.
    func resolve(_ conflicts: [CommitResult.Conflict], areReferred: Bool = false) throws {
        // Before merging, which takes references to rows that others have deleted out of the changes
        // (Docs/Decisions/deleted-objects-and-their-keys.md).
        let targets = UnsavedTargets(graph)
        let bases = graph.basesOfPairs(in: conflicts)
        // Merge the saves of others first, so that no conflict is resolved with objects that are gone.
        try access.beginSnapshot()
        graph.forgetMembers()
        history.noteUnknownChanges()
        defer { history.findUnknownChanges() }
        try ConflictResolver(graph: graph, loader: loader, policy: policy, areReferred: areReferred)
            .resolve(conflicts, targets, bases)
    }

    /// Finishes a batch that has been written, and notifies this context and others.
    func finishBatch(_ part: SaveNotice.Part, _ versions: [Int: Int64]) throws {
        let notice = notice([part], in: access.coordinator)
        graph.forgetRequirements()
        saveCount += 1
        history.forgetSteps()
        merger.note(notice)
        announce(notice, versions, in: access.coordinator)
        access.beginSnapshotAfterCommit()
        try saveParentIfDue()
    }

    /// Marks all changes saved, notifies other contexts, and begins a new snapshot.
    private func finish(_ plan: SavePlan, _ versions: [Int: Int64]) {
        let saved = SavedVersions(versions, of: graph, in: access.coordinator)
        let parts = PlanSettlement(graph: graph, plan: plan).markSaved(at: saved, merger.observedEntities)
        saveCount += 1
        history.didSave()
        announce(notice(parts, in: access.coordinator), versions, in: access.coordinator)
        graph.expected?.release()
        access.beginSnapshotAfterCommit()
    }
}

// MARK: Saves in the background

extension SaveRunner {
    /// Hands changes over to be written while the context goes on.
    func handOver(_ changes: SaveHandover) {
        changes.begin(in: graph)
        handover = changes
    }

    /// Reverts what was handed over, unless it has been written.
    func revertHandover() {
        handover?.giveUp(in: graph)
        handover = nil
    }

    /// Marks what was handed over saved, and notifies other contexts; it uses no store, except for a new snapshot.
    ///
    /// Objects that others saved meanwhile are read now: they could not be while they were being saved.
    func finish(_ handover: SaveHandover, _ versions: [Int: Int64]) {
        // Edits since then are a step of their own (Docs/Decisions/saving-in-the-background.md), and are told apart
        // only as long as nothing is marked saved.
        history.closeStep()
        let saved = SavedVersions(versions, of: graph, in: handover.coordinator)
        let settlement = HandoverSettlement(graph: graph, handover: handover)
        let parts = settlement.markSaved(at: saved, merger.observedEntities)
        self.handover = nil
        saveCount += 1
        history.didSaveInBackground()
        announce(notice(parts, in: handover.coordinator), versions, in: handover.coordinator)
        merger.readOutdated()
        // The stack may have been suspended since; the next use of a store begins the snapshot then.
        access.beginSnapshotWhenPossible()
    }

    /// Discards every change but those that a save in the background is writing.
    func rollback() {
        guard mayDiscard("roll back") else { return }
        merger.rollback { [handover, graph, history] in
            // Before objects that others have saved are read again: those being saved are left out only if they are
            // unsaved.
            guard let handover else { return }
            handover.reinstate(in: graph)
            history.restart()
        }
    }

    /// Reads an object again, unless it is being written.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` for an object that is, and inside a hook; errors of the reading.
    func refresh<M: Model>(_ object: M) throws {
        try requireKeepingChanges("refresh an object")
        if let handover, handover.contains(object) {
            throw GranaryError(
                .invalidObject,
                "A save in the background is writing this object; refresh it when the save has ended.",
                context: .init(entity: M.modelDescription.name))
        }
        try merger.refresh(object)
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
