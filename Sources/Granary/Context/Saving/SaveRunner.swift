import Logging

/// Saves the changes of a context to its stores or to its parent.
final class SaveRunner {
    let graph: ObjectGraph
    let access: StoreAccess
    let merger: ChangeMerger
    let loader: ObjectLoader
    let history: UndoHistory
    private let options: ContextOptions
    /// The saves of the parent, for a child.
    let parent: SaveRunner?
    /// The hooks of the models; `nil` where no model has any.
    private let hooks: (any SaveHooks)?
    /// Whether the current save calls hooks; those of batches do not.
    private var callsHooks = true
    /// Whether a hook runs, which may not save.
    private var isCallingHooks = false
    /// What tells the objects of the last save that it is done.
    private var written: (any SaveRounds)?
    /// The merge policy of the current save; between saves, that of the options.
    private(set) var policy: MergePolicy
    /// The number of the last commit that began.
    private var ticket: UInt64 = 0
    /// How far the current save goes; `nil` between saves, and for one that goes as far as the options say.
    private var extent: SaveExtent?
    /// Whether the last save has tried to commit to a store.
    private(set) var hasCommitted = false
    /// How many saves have written something.
    private(set) var saveCount = 0
    /// Whether a store has refused a commit because a key or unique value was taken.
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
    }

    /// The largest number of attempts of a save or a batch while others keep changing its rows.
    static let mostAttempts = 16

    /// Writes all changes, as ``Context/save()`` describes.
    func save() throws { try save(by: options.mergePolicy) }

    /// Saves by a given merge policy instead of that of the options, and as far as `extent` says.
    func save(by policy: MergePolicy, upTo extent: SaveExtent? = nil, callingHooks: Bool = true) throws {
        try refuseInHook()
        (self.policy, self.extent, callsHooks) = (policy, extent, callingHooks)
        hasCommitted = false
        defer { (self.policy, self.extent, callsHooks) = (options.mergePolicy, nil, true) }
        try graph.throwKept()
        try access.requireOpen()
        guard graph.hasChanges || !graph.requirements.isEmpty else { return try saveParentIfDue() }
        try saveOwnChanges()
    }

    /// Saves the parent if this context's saves go through it.
    ///
    /// A commit saves the parent too, so this is for saves without a commit. After a commit it only repeats a save further
    /// up that failed when the parent was saved already.
    func saveParentIfDue() throws {
        guard let parent, savesThroughParent, options.saves == .write else { return }
        try parent.save(by: policy, upTo: extentOfParent)
    }

    /// Whether the save also saves the parent.
    var savesThroughParent: Bool { extent.map { $0 == .stores } ?? options.savesThroughParent }

    /// How far the save of the parent goes.
    var extentOfParent: SaveExtent? { extent == .stores ? .stores : nil }

    private func saveOwnChanges() throws {
        if access.isStreaming {
            throw GranaryError(
                .invalidObject,
                "A save inside `stream` would end the rows that are being read; save after it, or fetch in pages."
            )
        }
        guard try mayWrite() else { return }
        try fillMissing()
        written = nil
        try access.observed(.save) { try bringingTogether(writeChanges) }
        guard let written else { return }
        self.written = nil
        callingHooks(written.tellWritten)
    }

    /// Throws inside a hook, where a save or a batch would write what is not complete yet.
    func refuseInHook() throws {
        guard isCallingHooks else { return }
        throw GranaryError(
            .invalidObject,
            "A hook cannot save: what it changes is part of the save that has called it, or after `didSave` of the next one."
        )
    }

    private func callingHooks<R>(_ body: () throws -> R) rethrows -> R {
        isCallingHooks = true
        defer { isCallingHooks = false }
        return try body()
    }

    /// Lets hooks change the objects to save, until none changes any more.
    private func settle(_ rounds: (any SaveRounds)?) throws {
        guard let rounds else { return }
        try callingHooks {
            try rounds.settle {
                try fillMissing()
                try graph.carryOutRulesAnew()
            }
        }
    }

    /// Gives the objects to save the values that the backfills of the schema have for them.
    private func fillMissing() throws {
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
        let rounds = callsHooks ? hooks?.rounds(of: self) : nil
        // What hooks change is undone with what they were called for.
        try settle(rounds)
        history.closeStep()
        for _ in 0..<Self.mostAttempts {
            try graph.carryOutRulesAnew()
            try settle(rounds)
            try graph.checkDenied()
            try RuleCheck.run(graph)
            let plan = try SavePlan(graph)
            if plan.parts.isEmpty { try saveParentIfDue() }
            let outcome = try commit(plan)
            if outcome.conflicts.isEmpty {
                rounds?.noteWritten()
                written = rounds
                return finish(plan, outcome.versions)
            }
            try resolve(outcome.conflicts)
            if !graph.hasChanges && graph.requirements.isEmpty { return try access.beginSnapshot() }
        }
        throw GranaryError(
            .conflict,
            "The objects kept changing in their store while the save was repeated; try the unit of work again."
        )
    }

    /// Whether saves write; throws if the context is for reading.
    func mayWrite() throws -> Bool {
        switch options.saves {
        case .write:
            if options.writing?.isOn ?? true { return true }
            throw Self.isReadOnly
        case .refuse:
            throw GranaryError(
                .unsupported,
                "This context is for reading; change objects in `stack.perform` or in an editor context.")
        case .drop:
            access.coordinator.logger.warning("A save of a temporary context was dropped, as its kind says.")
            return false
        }
    }

    /// The error of a save in a main context that may not save.
    package static var isReadOnly: GranaryError {
        GranaryError(
            .unsupported,
            "The main context is read-only; change objects in `stack.perform`, or set `stack.isMainContextReadOnly` to false."
        )
    }

    /// Commits a plan to its stores.
    func commit(_ plan: SavePlan) throws -> StoreCommit.Outcome {
        try access.requireWriting()
        hasCommitted = true
        ticket = merger.drawTicket()
        do {
            return try StoreCommit(access: access, plan: plan).run()
        } catch let error as GranaryError where error.code == .constraint {
            let kind = error.context.constraint
            hasMetTakenValue = hasMetTakenValue || kind == .primaryKey || kind == .unique
            throw error
        } catch let error as GranaryError where error.code == .partialSave {
            announceWhole(plan)
            throw error
        }
    }

    /// Tells others that any row of the plan's entities may have changed, because some of its stores have committed.
    private func announceWhole(_ plan: SavePlan) {
        let entities = plan.parts.reduce(into: Set<Int>()) { $0.formUnion($1.changes.changedEntities) }
        merger.announce(notice(entities.sorted().map { SaveNotice.Part(whole: $0) }))
    }

    private func notice(_ parts: [SaveNotice.Part]) -> SaveNotice {
        SaveNotice(parts: parts, ticket: ticket, author: options.author)
    }

    /// Resolves conflicts by the merge policy, so that the save can be repeated.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` with all conflicts if one cannot be resolved; nothing has changed then.
    func resolve(_ conflicts: [CommitResult.Conflict]) throws {
        let targets = UnsavedTargets(graph)
        // Merge the saves of others first, so that no conflict is resolved with objects that are gone.
        try access.beginSnapshot()
        graph.forgetMembers()
        history.noteUnknownChanges()
        defer { history.findUnknownChanges() }
        try ConflictResolver(graph: graph, loader: loader, policy: policy).resolve(conflicts, targets)
    }

    /// Finishes a batch that has been written, and notifies this context and others.
    func finishBatch(_ part: SaveNotice.Part) throws {
        let notice = notice([part])
        graph.requirements.removeAll()
        saveCount += 1
        history.forgetSteps()
        merger.note(notice)
        merger.announce(notice)
        access.beginSnapshotAfterCommit()
        try saveParentIfDue()
    }

    /// Marks all changes saved, notifies other contexts, and begins a new snapshot.
    private func finish(_ plan: SavePlan, _ versions: [Int: Int64]) {
        var parts: [SaveNotice.Part] = []
        let observed = merger.observedEntities
        for table in graph.tables where !table.touched.isEmpty {
            let version = version(of: table.entity, versions)
            // Marking the objects saved forgets their old values.
            let isObserved = observed?.contains(table.entity.index) ?? false
            let rows = isObserved ? table.changesToSave(at: version) : .none
            parts.append(markSaved(table, version, rows))
        }
        for table in graph.tables where plan.linkedEntities.contains(table.entity.index) {
            parts.append(SaveNotice.Part(entity: table.entity.index, updated: [], deleted: []))
        }
        graph.didSave()
        saveCount += 1
        history.didSave()
        merger.announce(notice(parts))
        access.beginSnapshotAfterCommit()
    }

    /// The version of an entity's saved rows; a parent gives all entities of a child the same.
    private func version(of entity: Entity, _ versions: [Int: Int64]) -> Int64 {
        if graph.isChild { return versions.values.first ?? 0 }
        return versions[(try? access.coordinator.storeIndex(of: entity)) ?? -1] ?? 0
    }

    private func markSaved(
        _ table: ObjectTable, _ version: Int64, _ rows: ObservedRows
    ) -> SaveNotice.Part {
        var saved = SavedRows(version: version, listing: table.entity.listing)
        var deleted: [KeyBits] = []
        for object in table.emptyList() where !object.markSaved(in: &saved) {
            let bits = object.erasedKey.bits
            deleted.append(bits)
            if !graph.isChild { table.noteAbsent(bits) }
            ObjectTable.markUntouched(&object.objectState)
            table.detach(object)
        }
        return SaveNotice.Part(
            entity: table.entity.index, updated: saved.updated, deleted: deleted, moved: saved.moved,
            rows: rows
        )
    }
}

extension Entity {
    /// The relationships to one that determine which lists contain an object.
    var listing: PropertySet {
        var properties = PropertySet()
        for relationship in toOne where relationship.inverseToMany != nil {
            properties.insert(relationship.property)
        }
        return properties
    }
}
