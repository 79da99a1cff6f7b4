/// Saving while the context goes on: the phases of ``SaveRunner/save()``, with the commit on another thread.
extension SaveRunner {
    /// The report of a commit on another thread; `nil` if other stores are open than those that the changes are for.
    private struct Report: Sendable {
        let versions: [Int: Int64]
        let conflicts: [CommitResult.Conflict]
        let statistics: ContextStatistics
        /// The commit, which is not ended yet.
        let ticket: CommitTicket
    }

    /// Writes all changes, as ``Context/saveInBackground()`` describes.
    nonisolated(nonsending) func saveInBackground() async throws {
        do {
            try await saveInBackground(by: options.mergePolicy, as: options.author)
        } catch {
            // A task that is not awaited would lose it.
            if (error as? GranaryError)?.code != .cancelled {
                access.coordinator.errors.report(error, during: .saving, "A save in the background failed.")
            }
            throw error
        }
    }

    /// Saves in the background by a given merge policy, as far as `extent` says, and as an author instead of that of
    /// the options.
    private nonisolated(nonsending) func saveInBackground(
        by policy: MergePolicy, upTo extent: SaveExtent? = nil, as author: String?
    ) async throws {
        // The two saves below that do not take a turn are refused while another save has it.
        await turns.passed()
        if Task.isCancelled { throw Cancellation.error }
        if let parent, !parent.options.isRoot {
            return try await saveBesideParent(parent, policy, extent, author)
        }
        // On a thread that may block there is nothing to get out of the way.
        if parent == nil, options.worker == nil { return try save(by: policy, upTo: extent, as: author) }
        await turns.take()
        defer { turns.end() }
        begin(by: policy, upTo: extent, as: author)
        defer { end() }
        guard try hasChanges() else { return try await saveParentInBackground() }
        guard try mayBegin() else { return }
        try await writeInBackground()
        tellWritten()
    }

    /// Saves a child into its parent at once, and then the parent in the background, if the save goes through it.
    private nonisolated(nonsending) func saveBesideParent(
        _ parent: SaveRunner, _ policy: MergePolicy, _ extent: SaveExtent?, _ author: String?
    ) async throws {
        let goesOn = (extent.map { $0 == .stores } ?? options.savesThroughParent) && options.saves == .write
        // A parent that may not save gets nothing, as in `save`.
        if goesOn {
            guard try parent.mayWrite() else { return try save(by: policy, upTo: extent, as: author) }
        }
        try save(by: policy, upTo: .parent, as: author)
        if goesOn { try await parent.saveInBackground(by: policy, upTo: extent, as: author) }
    }

    private nonisolated(nonsending) func saveParentInBackground() async throws {
        guard let parent, savesThroughParent, options.saves == .write else { return }
        try await parent.saveInBackground(by: policy, upTo: extentOfParent, as: author)
    }

    private nonisolated(nonsending) func writeInBackground() async throws {
        defer { revertHandover() }
        let (rounds, first) = try access.observed(.save) {
            let rounds = try prepare()
            return (rounds, try makeHandover(after: rounds))
        }
        var next: SaveHandover? = first
        for _ in 0..<Self.mostAttempts {
            let handover = try next ?? access.operating { try repeatHandover(after: rounds) }
            next = nil
            if handover.plan.parts.isEmpty { try await saveParentInBackground() }
            handOver(handover)
            let outcome: StoreCommit.Outcome?
            var refusal: (any Error)?
            do {
                outcome = try await commit(handover)
            } catch  where parent == nil && Self.isOfReferences(error) {
                (outcome, refusal) = (([:], []), error)
            } catch {
                refused(handover.plan, error)
                throw error
            }
            guard let outcome else {
                // Lets go of the objects whose stores are gone, also where the context has not been used meanwhile.
                try access.operating {}
                let isLost = handover.hasLostAny(in: graph)
                revertHandover()
                // Without the objects the context may have nothing left to save, and would return as if it had written
                // them.
                if isLost { throw Self.lost(.closed, "their store was exchanged or detached") }
                // All of it may have been undone meanwhile.
                guard try access.operating(hasChanges) else { return }
                continue
            }
            if refusal == nil, outcome.conflicts.isEmpty { return finish(handover, outcome.versions) }
            let isLost = handover.hasLostAny(in: graph)
            revertHandover()
            if isLost { throw Self.lost(.conflict, "others had changed some of them") }
            var conflicts = outcome.conflicts
            if let refusal {
                // First, since asking may fail too.
                noteFailure(of: handover.plan, refusal)
                conflicts = try access.operating { try referredDeletions(refusal) }
                if conflicts.isEmpty {
                    refused(handover.plan, refusal)
                    throw refusal
                }
            }
            let (open, areReferred) = (conflicts, refusal != nil)
            if try access.operating({ try resolve(open, in: rounds, areReferred: areReferred) }) {
                return try await saveParentInBackground()
            }
        }
        throw Self.keptChanging
    }

    /// Checks all rules, and collects the changes for another thread; for a parent, which takes the objects themselves.
    private func makeHandover(after rounds: (any SaveRounds)?) throws -> SaveHandover {
        try collect(after: rounds) { try SaveHandover($0, asValues: parent == nil) }
    }

    /// Collects again, with what was edited meanwhile.
    private func repeatHandover(after rounds: (any SaveRounds)?) throws -> SaveHandover {
        try fillMissing()
        try callHooks(rounds)
        return try makeHandover(after: rounds)
    }

    /// The error of changes that could not be saved, and whose objects have left the context meanwhile.
    private static func lost(_ code: GranaryError.Code, _ reason: String) -> GranaryError {
        GranaryError(
            code,
            "The changes that were being saved in the background are lost: \(reason), and their objects have left the context. Make them again."
        )
    }

    /// Commits into the root above this context, or on a thread of the stack.
    private nonisolated(nonsending) func commit(
        _ handover: SaveHandover
    ) async throws -> StoreCommit.Outcome? {
        let plan = handover.plan
        try beginCommit()
        if plan.parts.isEmpty { return ([:], []) }
        if let parent { return try await commit(plan, into: parent) }
        let (handed, coordinator) = (HandedPlan(plan), handover.coordinator)
        guard let worker = options.worker else { return try commit(handed.collected()) }
        let report: Report? = try await worker.run { hold, cancellation in
            // The plan names stores by their positions, which mean others in another coordinator.
            guard hold.first === coordinator else { return nil }
            let access = StoreAccess(hold, readsNewest: false, cancellation: cancellation)
            defer {
                // First, so that a late cancellation cannot interrupt a session that its store has already given to
                // other work.
                cancellation.finish()
                access.close()
            }
            // Not before it has a thread: saves of others meanwhile would wait for it.
            let ticket = coordinator.broadcaster.beginCommit { handed.stores(in: coordinator) }
            do {
                let outcome = try StoreCommit(access: access, plan: handed.collected()).run()
                return Report(
                    versions: outcome.versions, conflicts: outcome.conflicts, statistics: access.statistics,
                    ticket: ticket)
            } catch {
                coordinator.broadcaster.endCommit(ticket)
                throw error
            }
        }
        guard let report else { return nil }
        access.count(report.statistics)
        continueCommit(report.ticket)
        if !report.conflicts.isEmpty { endCommit() }
        return (report.versions, report.conflicts)
    }

    /// Commits into the root, and saves that in the background; takes the changes back if it fails.
    private nonisolated(nonsending) func commit(
        _ plan: SavePlan, into parent: SaveRunner
    ) async throws -> StoreCommit.Outcome {
        guard let part = plan.parts.first else { return ([:], []) }
        access.countRequests()
        let session = try access.operating {
            try access.unreadSession(at: part.store) as? any EnterableSession
        }
        guard let session else { return try commit(plan) }
        let entry = try access.operating { try session.enter(part.changes) }
        let version = access.nextUnsavedVersion()
        if !entry.conflicts.isEmpty { return ([:], entry.conflicts) }
        do {
            if savesThroughParent {
                try await parent.saveInBackground(by: policy, upTo: extentOfParent, as: author)
            }
        } catch {
            // If it cannot be taken back, the parent has written it, and has failed after that.
            if entry.revert() { throw error }
        }
        access.countWrites(part.changes)
        return ([part.store: version], [])
    }

    /// Moves to the present state of the stores if they have refused the changes.
    private func refused(_ plan: SavePlan, _ error: any Error) {
        noteFailure(of: plan, error)
        // A cancellation says nothing about the state of the stores.
        guard hasCommitted, (error as? GranaryError)?.code != .cancelled else { return }
        graph.forgetMembers()
        access.beginSnapshotWhenPossible()
    }
}
