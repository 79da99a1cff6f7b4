/// Committing, and what others get to know of it.
extension Save {
    /// Commits a plan to the stores, or into the parent, which is then saved if the save goes through it.
    func commit(_ plan: SavePlan) throws -> StoreCommit.Outcome {
        do {
            try beginCommit()
            if parent != nil, let entry = try enter(plan) {
                if entry.result.conflicts.isEmpty, let above = saveAbove {
                    do { try above.run() } catch { if entry.revert(above) { throw error } }
                }
                return entered(plan, entry.result)
            }
            ticket = announcer.beginCommit { plan.stores(in: access.coordinator) }
            let outcome = try StoreCommit(
                access: access, plan: plan, requiresStaging: requiresStaging
            ).run()
            if !outcome.conflicts.isEmpty { endCommit() }
            return outcome
        } catch {
            endFailedCommit(of: plan, error)
            throw error
        }
    }

    /// Commits a plan on a thread of the stack, or into the root above this context, which is then saved there; `nil` if
    /// other stores are open than those that the changes are for.
    nonisolated(nonsending) func commitInBackground(_ plan: SavePlan) async throws -> StoreCommit.Outcome? {
        if plan.parts.isEmpty { return try commit(plan) }
        do {
            try beginCommit()
            if parent == nil, let worker = options.worker { return try await commit(plan, on: worker) }
            guard let entry = try access.operating({ try enter(plan) }) else { return try commit(plan) }
            if entry.result.conflicts.isEmpty, let above = saveAbove {
                do { try await above.runInBackground() } catch { if entry.revert(above) { throw error } }
            }
            return entered(plan, entry.result)
        } catch {
            endFailedCommit(of: plan, error)
            throw error
        }
    }

    private nonisolated(nonsending) func commit(
        _ plan: SavePlan, on worker: some CommitWorker
    ) async throws -> StoreCommit.Outcome? {
        let coordinator = access.coordinator
        nonisolated(unsafe) let plan = plan  // safe: it has values instead of objects, see `WrittenChanges`.
        let report = try await worker.run { hold, cancellation -> Report? in
            // The plan names stores by their positions, which mean others in another coordinator.
            guard hold.first === coordinator else { return nil }
            let access = StoreAccess(hold, readsNewest: false, cancellation: cancellation)
            defer {
                // First, so that a late cancellation cannot interrupt a session that its store has already given to
                // other work.
                cancellation.finish()
                access.close()
            }
            // Not before it has a thread: saves of others would wait for it until then.
            let ticket = coordinator.broadcaster.beginCommit { plan.stores(in: coordinator) }
            do {
                let outcome = try StoreCommit(access: access, plan: plan.collected()).run()
                return (outcome, access.statistics, ticket)
            } catch {
                coordinator.broadcaster.endCommit(ticket)
                throw error
            }
        }
        guard let report else { return nil }
        access.count(report.statistics)
        ticket = report.ticket
        if !report.outcome.conflicts.isEmpty { endCommit() }
        return report.outcome
    }

    /// What a commit on another thread reports, which is not ended yet.
    private typealias Report = (
        outcome: StoreCommit.Outcome, statistics: ContextStatistics, ticket: CommitTicket
    )

    /// Notes that a commit begins.
    ///
    /// - Throws: the errors of a stack that may not be written to.
    private func beginCommit() throws {
        // First: a refusal here has not asked a store, so the snapshot goes on.
        try access.hold?.requireWriting()
        hasCommitted = true
    }

    /// Makes the changes of a child those of its parent; `nil` if there are none.
    private func enter(_ plan: SavePlan) throws -> ParentSession.Entry? {
        guard let part = plan.parts.first,
            let session = try access.unreadSession(at: part.store) as? ParentSession
        else { return nil }
        access.countRequests()
        return try session.enter(part.changes, isRevertible: savesThroughParent)
    }

    private func entered(_ plan: SavePlan, _ result: CommitResult) -> StoreCommit.Outcome {
        guard let part = plan.parts.first, result.conflicts.isEmpty else { return ([:], result.conflicts) }
        access.countWrites(part.changes)
        return ([part.store: result.version], [])
    }

    /// Ends the commit that is under way, if it has failed.
    func endCommit() {
        if let ticket = ticket.take() { announcer.endCommit(ticket) }
    }

    /// Ends a commit that has failed, records why, and notifies others of one that was partial or may have succeeded.
    private func endFailedCommit(of plan: SavePlan, _ error: any Error) {
        defer { endCommit() }
        guard let error = error as? GranaryError else { return }
        if error.code == .constraint {
            // A new snapshot shows the row that has the value, so a unit of work may pass when it is repeated.
            let kind = error.context.constraint
            // The same with a row that is gone.
            if kind == .primaryKey || kind == .unique || kind == .reference { saves.hasMetTakenValue = true }
        }
        guard error.code == .partialSave || error.code == .outcomeUnknown else { return }
        // Any row of the plan's entities may have changed, in the stores that have committed, or may have.
        let parts = plan.changedEntities.sorted().map { SaveNotice.Part(whole: $0) }
        announcer.post(notice(parts), from: merger.inbox)
    }

    /// Moves the context to a new snapshot if a commit has failed, which ended the old one: queries, unchanged objects and
    /// lists then change together.
    func beginNewSnapshot(after error: any Error) {
        // The cancellation of a commit on another thread says nothing about the state of the stores.
        let isCancelled = isInBackground && (error as? GranaryError)?.code == .cancelled
        if !hasCommitted || isCancelled { return }
        graph.tables.invalidateMembers()
        access.beginSnapshotWhenPossible()
    }

    private func notice(_ parts: [SaveNotice.Part]) -> SaveNotice {
        let captured = saves.captures.parts(with: parts, in: graph.schema)
        return SaveNotice(
            parts: parts + captured, ticket: ticket?.number ?? 0, author: author, in: coordinator.presences)
    }

    /// Ends the commit that is under way, and notifies others of it.
    private func announce(_ parts: [SaveNotice.Part], _ versions: [Int: Int64]) {
        let notice = notice(parts)
        guard let ticket = ticket.take() else { return announcer.post(notice, from: merger.inbox) }
        announcer.post(notice, from: merger.inbox, ending: ticket, at: coordinator.places(versions))
    }

    /// Marks all changes saved, notifies other contexts, and begins a new snapshot.
    ///
    /// Objects that others saved while this save wrote them in the background are read now. It uses no store, except
    /// for the new snapshot.
    func finish(_ plan: SavePlan, _ versions: [Int: Int64]) {
        let history = context.undoHistory
        // Edits since the values were taken are another step (Docs/Decisions/saving-in-the-background.md), and differ from the
        // others only as long as nothing is marked saved.
        if written != nil { history.closeStepBesideSave() }
        let observed = announcer.observedEntities(of: plan.changedEntities, in: coordinator)
        let parts = markSaved(plan, versions, observed)
        saves.saveCount += 1
        if written == nil { history.didSave() } else { history.didSaveInBackground() }
        announce(parts, versions)
        written = nil
        graph.lookup.expected?.release()
        merger.readOutdated()
        // The stack may have been suspended since; the next use of a store begins the snapshot then.
        access.beginSnapshotWhenPossible()
    }

    /// Finishes a batch that has been written, and notifies this context and others.
    func finishBatch(_ part: SaveNotice.Part, _ versions: [Int: Int64]) throws {
        // Its objects were not asked, so they are reloaded as if others had written the rows.
        merger.inbox.post(notice([part]))
        graph.requirements.removeAll()
        saves.saveCount += 1
        context.undoHistory.discardSteps()
        announce([part], versions)
        access.beginSnapshotWhenPossible()
        try saveAbove?.run()
    }
}
