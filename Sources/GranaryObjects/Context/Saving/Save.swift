/// One save of a context, into its stores or its parent.
///
/// In the background it takes the same steps, but the context goes on while another thread commits: the save writes
/// the values that the objects had when it began (Docs/Decisions/saving-in-the-background.md).
final class Save {
    let context: Context
    let policy: MergePolicy
    /// How far it goes; `nil` where the options decide.
    private let extent: SaveExtent?
    let author: String?
    private let callsHooks: Bool
    /// Whether each of several stores has to stage.
    let requiresStaging: Bool
    /// Whether the context goes on while it commits.
    private(set) var isInBackground = false
    /// Calls the hooks of the objects to save; `nil` where no model has any.
    private(set) var hooks: HookRounds?
    /// The changes that a save in the background is writing.
    var written: WrittenChanges?
    /// The commit that is under way.
    var ticket: CommitTicket?
    /// Whether it has tried to commit.
    var hasCommitted = false

    var saves: SaveRunner { context.saves }
    var graph: ObjectGraph { context.graph }
    var access: StoreAccess { context.access }
    var merger: ChangeMerger { context.merger }
    /// Notifies others of the save: all observers, or the contexts below the parent.
    var announcer: SaveBroadcaster { merger.announcer }
    var parent: Context? { context.parent }
    var options: ContextOptions { saves.options }

    /// The largest number of attempts of a save or a batch while others keep changing its rows.
    ///
    /// An attempt fails only because another save has succeeded, so attempts end with the others’ work; a lower limit
    /// made merging saves fail on busy machines.
    static let mostAttempts = 128

    /// Makes a save by the policy and the author of the context's options, or by others.
    init(
        _ context: Context, by policy: MergePolicy? = nil, upTo extent: SaveExtent? = nil,
        as author: String? = nil, callingHooks: Bool = true, requiringStaging: Bool = false
    ) {
        let options = context.saves.options
        self.context = context
        self.policy = policy ?? options.mergePolicy
        self.extent = extent
        self.author = author ?? options.author
        // Nobody sees the objects of a root: the hooks of the main context have been called for these changes.
        callsHooks = callingHooks && !options.isRoot
        requiresStaging = requiringStaging
    }

    deinit { endCommit() }

    /// Whether the save also saves the parent.
    var savesThroughParent: Bool { extent.map { $0 == .stores } ?? options.savesThroughParent }

    /// The save of the parent that this one leads to; it has the policy and the author of the context that the program
    /// saves.
    var saveAbove: Save? {
        guard let parent, savesThroughParent, options.saves == .write else { return nil }
        return Save(
            parent, by: policy, upTo: extent == .stores ? .stores : nil, as: author,
            requiringStaging: requiresStaging)
    }

    /// Writes all changes, as ``Context/save()`` describes.
    func run() throws {
        try saves.requireIdle()
        saves.current = self
        saves.givenUp = []
        defer { end() }
        // A commit saves the parent too. After a commit this only repeats a save further up that failed when the parent
        // was saved already.
        guard try hasChanges() else { return try saveAbove?.run() ?? () }
        guard try mayBegin() else { return }
        try access.perform(Operation(.save)) {
            do { try write() } catch {
                giveUp(after: error)
                throw error
            }
        }
        hooks?.callAfterSave()
    }

    /// Writes all changes, as ``Context/saveInBackground()`` describes.
    nonisolated(nonsending) func runInBackground() async throws {
        // The two saves below that do not queue are refused while another save runs.
        await saves.queue.untilEmpty()
        if Task.isCancelled { throw Cancellation.error }
        if let parent, !parent.saves.options.isRoot { return try await runThenSave(parent) }
        // On a thread that may block there is nothing to get out of the way.
        if parent == nil, options.worker == nil { return try run() }
        await saves.queue.enter()
        defer { saves.queue.leave() }
        saves.current = self
        saves.givenUp = []
        defer { end() }
        isInBackground = true
        guard try hasChanges() else { return try await saveAbove?.runInBackground() ?? () }
        guard try mayBegin() else { return }
        do {
            try await writeInBackground()
        } catch {
            giveUp(after: error)
            throw error
        }
        hooks?.callAfterSave()
    }

    /// Saves a child into its parent at once, and then the parent in the background, if the save goes through it.
    private nonisolated(nonsending) func runThenSave(_ parent: Context) async throws {
        // A parent that may not save gets nothing, as in `run`.
        guard let above = saveAbove, try parent.saves.mayWrite() else { return try run() }
        try Save(context, by: policy, upTo: .parent, as: author).run()
        try await above.runInBackground()
    }

    private func end() {
        saves.current = nil
        context.undoHistory.endSave()
    }

    /// Whether there is anything to save.
    ///
    /// - Throws: an error that was kept; ``GranaryError/Code/closed``.
    private func hasChanges() throws -> Bool {
        // Kept where code could not throw, such as a relationship that read as empty; the changes may rest on that.
        try graph.lookup.errors.throwFirst()
        try access.requireOpen()
        return graph.hasChanges || !graph.requirements.isEmpty
    }

    /// Whether the changes are to be written; gives new objects what backfills have for them, and begins the calls of
    /// hooks.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` inside a stream; ``GranaryError/Code/unsupported`` if the context
    ///   is for reading.
    private func mayBegin() throws -> Bool {
        if access.isStreaming {
            throw GranaryError(
                .invalidObject,
                "A save inside `stream` would end the rows that are being read; save after it, or fetch in pages."
            )
        }
        guard try saves.mayWrite() else { return false }
        context.undoHistory.beginSave()
        try fillMissing()
        if callsHooks, graph.schema.hasHooks {
            hooks = HookRounds(context, forAll: hooksForAll, by: author)
        }
        return true
    }

    /// Leaves the context, after a failure, with the changes that it had before: in a new snapshot, and without what
    /// hooks have inserted.
    private func giveUp(after error: any Error) {
        beginNewSnapshot(after: error)
        revertWritten()
        hooks?.withdraw()
    }
}

// MARK: Attempts

extension Save {
    /// What follows an attempt to commit.
    private enum Step { case end, saveParent, repeatAttempt }

    /// The versions and conflicts, `nil` if other stores are open than those that the changes are for; or the error.
    private typealias Attempt = Result<StoreCommit.Outcome?, any Error>

    private func write() throws {
        for number in 0..<Self.mostAttempts {
            let plan = try self.plan(isFirst: number == 0)
            // Of a child without a part, no session is asked to save the parent.
            if plan.parts.isEmpty { try saveAbove?.run() }
            switch try settle(Attempt { try commit(plan) }, of: plan) {
            case .end: return
            case .saveParent: return try saveAbove?.run() ?? ()
            case .repeatAttempt: continue
            }
        }
        throw Self.keptChanging
    }

    private nonisolated(nonsending) func writeInBackground() async throws {
        for number in 0..<Self.mostAttempts {
            let plan =
                number == 0
                ? try access.perform(Operation(.save)) { try self.plan(isFirst: true) }
                : try access.operating { try self.plan(isFirst: false) }
            if plan.parts.isEmpty { try await saveAbove?.runInBackground() }
            let attempt: Attempt
            do { attempt = .success(try await commitInBackground(plan)) } catch { attempt = .failure(error) }
            switch try settle(attempt, of: plan) {
            case .end: return
            case .saveParent: return try await saveAbove?.runInBackground() ?? ()
            case .repeatAttempt: continue
            }
        }
        throw Self.keptChanging
    }

    /// Lets hooks change the objects to save, checks all rules, and then collects the changes.
    private func plan(isFirst: Bool) throws -> SavePlan {
        try prepare(isFirst: isFirst)
        // A parent takes the objects themselves.
        let captures = saves.captures
        let written =
            isInBackground ? try WrittenChanges(graph, capturedBy: captures, asValues: parent == nil) : nil
        let plan = try written?.plan ?? SavePlan(graph, capturedBy: captures)
        // Objects that are marked saved no longer show whether they were inserted, changed or deleted.
        hooks?.recordWritten()
        written?.setBeingSaved(in: graph)
        self.written = written
        return plan
    }

    /// Applies the delete rules, calls the hooks of the objects to save, ends the open step of the undo history, and
    /// checks all rules.
    private func prepare(isFirst: Bool) throws {
        // A pair that others have removed or added leads to no conflict, but to other objects that a rule reaches.
        if isFirst, parent == nil, merger.hasNews, graph.deleteRules.cascadesThroughPairs {
            try access.beginSnapshot()
            graph.deleteRules.leaveUnpaired()
        }
        // What was edited during the attempt before.
        if !isFirst, isInBackground { try fillMissing() }
        // Again in later attempts, for what settling has changed since.
        try applyDeleteRules()
        try hooks?.runRounds {
            // A hook may insert and delete: before the next round, backfills and delete rules have to reach that too.
            try fillMissing()
            try applyDeleteRules()
        }
        // Undoing a change must not take back the record of it.
        if let hooks { context.undoHistory.leaveOut(hooks.inserted) }
        // Undo reverts the changes by rules and hooks together with those that they were called for.
        if isFirst { context.undoHistory.closeStepOfSave() }
        // After the last hook, which may remove what forbids a deletion or breaks a rule.
        try graph.neededDeleteRules?.checkDenied()
        let broken = try RuleCheck.failures(in: graph)
        if !broken.isEmpty { throw GranaryError.validation(broken) }
    }

    /// The hooks for all models, where the save leads to the stores; a root context takes what its child has passed to
    /// them.
    private var hooksForAll: [SaveHook] {
        if let parent, !parent.saves.options.isRoot { return [] }
        return graph.schema.hooks.compactMap { $0 as? SaveHook }
    }

    /// Deletes members that were removed from relationships which say so, and applies the rules of all deletions.
    private func applyDeleteRules() throws {
        guard let rules = graph.neededDeleteRules else { return }
        try rules.deleteRemoved()
        try rules.repeatDeleteRules()
    }

    /// Gives the objects to save the values that the backfills of the schema have for them.
    private func fillMissing() throws {
        guard options.fillsMissing else { return }
        for backfill in graph.schema.backfills {
            if let filling = backfill as? any ObjectFilling { try filling.fill(unsavedIn: graph) }
        }
    }

    /// Settles an attempt: marks the objects saved, or settles conflicts by the merge policy for the next attempt.
    private func settle(_ attempt: Attempt, of plan: SavePlan) throws -> Step {
        if case .success(let outcome?) = attempt, outcome.conflicts.isEmpty {
            finish(plan, outcome.versions)
            return .end
        }
        if case .failure(let error) = attempt, parent != nil || !Self.isOfReferences(error) {
            throw worded(error, of: plan)
        }
        // This attempt has written nothing, and what it was about may be given up now.
        hooks?.clearWritten()
        var conflicts: [CommitResult.Conflict]
        switch attempt {
        case .success(nil):
            // Lets go of the objects whose stores are gone, also where the context has not been used since.
            try access.operating {}
            try revertWritten(.closed, "their store was exchanged or detached")
            // All of it may have been undone since.
            return try access.operating(hasChanges) ? .repeatAttempt : .saveParent
        case .success(let outcome?):
            try revertWritten(.conflict, "others had changed some of them")
            conflicts = outcome.conflicts
        case .failure(let error):
            try revertWritten(.conflict, "others had changed some of them")
            conflicts = try access.operating(referredDeletions)
            if conflicts.isEmpty { throw worded(error, of: plan) }
        }
        let isRefused = if case .failure = attempt { true } else { false }
        return try access.operating {
            try resolve(conflicts, areReferred: isRefused)
            if graph.hasChanges || !graph.requirements.isEmpty { return .repeatAttempt }
            try access.beginSnapshot()
            return .saveParent
        }
    }

    /// Makes what was being written unsaved again, unless it is committed.
    private func revertWritten() {
        written?.revert(in: graph)
        written = nil
    }

    /// Makes what was being written unsaved again, after an attempt that has written nothing.
    ///
    /// - Throws: an error with a code and a reason if objects have left the context since: without them it may have nothing
    ///   left to save, and the save would end as if it had written them.
    private func revertWritten(_ code: GranaryError.Code, _ reason: String) throws {
        let isLost = written?.hasLostAny(in: graph) ?? false
        revertWritten()
        if !isLost { return }
        throw GranaryError(
            code,
            "The changes that were being saved in the background are lost: \(reason), and their objects have left the context. Make them again."
        )
    }

    private static var keptChanging: GranaryError {
        GranaryError(
            .conflict,
            "The objects kept changing in their store while the save was repeated; try the unit of work again."
        )
    }
}
