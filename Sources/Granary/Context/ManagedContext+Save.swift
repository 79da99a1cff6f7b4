import Logging

extension ManagedContext {
    /// Writes all changes, atomically per store; a failed save leaves them as they were, but for a partial one.
    ///
    /// When a store refuses the save, the context goes over to the state that its stores have now: queries, objects without
    /// changes, and lists together. References to rows that others have deleted are taken out of its changes.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` with base, mine and theirs; ``GranaryError/Code/constraint``
    ///   naming entity and properties; ``GranaryError/Code/invalidValue``; ``GranaryError/Code/partialSave``;
    ///   an error that was kept; what the engine says.
    public func save() throws {
        try throwKept()
        try requireOpen()
        guard hasChanges || !required.isEmpty else { return try saveParentIfDue() }
        try saveOwnChanges()
    }

    /// Saves the parent, when the options say that this context's saves go through and there is nothing to
    /// commit, which would save it too.
    func saveParentIfDue() throws {
        guard let parent, options.savesThroughParent, options.saves == .write else { return }
        let policy = parent.options.mergePolicy
        parent.options.mergePolicy = options.mergePolicy
        defer { parent.options.mergePolicy = policy }
        try parent.save()
    }

    private func saveOwnChanges() throws {
        if isStreaming {
            throw GranaryError(
                .invalidObject,
                "A save inside `stream` would end the rows that are being read; save after it, or fetch in pages."
            )
        }
        guard try mayWrite() else { return }
        try observed(.save) { try bringingTogether(writeChanges) }
    }

    /// How often a save or a batch is tried while others keep changing what it writes.
    static let mostAttempts = 16

    /// Carries out what commits; a commit that fails has ended the snapshot, and then everything follows to the new
    /// one together: queries, objects without changes, and lists.
    func bringingTogether<R>(_ body: () throws -> R) throws -> R {
        hasCommitted = false
        do {
            return try body()
        } catch {
            if hasCommitted {
                forgetMembers()
                beginSnapshotAfterCommit()
            }
            throw error
        }
    }

    private func writeChanges() throws {
        closeUndoStep()
        for _ in 0..<Self.mostAttempts {
            try carryOutRulesAnew()
            try checkDenied()
            let plan = try SavePlan(self)
            if plan.parts.isEmpty { try saveParentIfDue() }
            let outcome = try commit(plan)
            if outcome.conflicts.isEmpty { return finish(plan, outcome.versions) }
            try resolve(outcome.conflicts)
            if !hasChanges && required.isEmpty { return try beginSnapshot() }
        }
        throw GranaryError(
            .conflict,
            "The objects kept changing in their store while the save was repeated; try the unit of work again."
        )
    }

    func mayWrite() throws -> Bool {
        switch options.saves {
        case .write: return true
        case .refuse:
            throw GranaryError(
                .unsupported,
                "This context is for reading; change objects in `stack.perform` or in an editor context.")
        case .drop:
            coordinator.logger.warning("A save of a temporary context was dropped, as its kind says.")
            return false
        }
    }

    /// Commits a plan to its stores: one at once, several by preparing all before the first is committed.
    func commit(_ plan: SavePlan) throws -> (
        versions: [Int: Int64], conflicts: [CommitResult.Conflict]
    ) {
        statistics.storeRequests += plan.parts.count
        hasCommitted = true
        do {
            if plan.parts.count == 1, let part = plan.parts.first {
                let result = try commitAlone(part)
                return ([part.store: result.version], result.conflicts)
            }
            return try commitSeveral(plan)
        } catch let error as GranaryError where error.code == .constraint {
            let kind = error.context.constraint
            hasMetTakenValue = hasMetTakenValue || kind == .primaryKey || kind == .unique
            throw error
        }
    }

    private func commitAlone(_ part: SavePlan.Part) throws -> CommitResult {
        try observed(.commit, inStore: part.store) { try unreadSession(at: part.store).commit(part.changes) }
    }

    private func commitSeveral(_ plan: SavePlan) throws -> (
        versions: [Int: Int64], conflicts: [CommitResult.Conflict]
    ) {
        var versions: [Int: Int64] = [:]
        var staged: [(store: Int, session: any StagingSession)] = []
        do {
            for part in plan.parts {
                guard let session = try unreadSession(at: part.store) as? any StagingSession else { continue }
                let result = try observed(.prepare, inStore: part.store) { try session.stage(part.changes) }
                versions[part.store] = result.version
                if !result.conflicts.isEmpty {
                    for earlier in staged { earlier.session.abandonStaged() }
                    return ([:], result.conflicts)
                }
                staged.append((part.store, session))
            }
        } catch {
            for earlier in staged { earlier.session.abandonStaged() }
            throw error
        }
        return try finishSeveral(plan, staged, versions)
    }

    private func finishSeveral(
        _ plan: SavePlan, _ staged: [(store: Int, session: any StagingSession)], _ versions: [Int: Int64]
    ) throws -> (versions: [Int: Int64], conflicts: [CommitResult.Conflict]) {
        var versions = versions
        var committed: [Int] = []
        var waiting = staged[...]
        do {
            for part in plan.parts where !staged.contains(where: { $0.store == part.store }) {
                let result = try commitAlone(part)
                if let conflict = result.conflicts.first {
                    guard committed.isEmpty else {
                        throw GranaryError(
                            .conflict,
                            "Others changed an object of \(conflict.entity) since this context read it.",
                            context: .init(entity: conflict.entity))
                    }
                    for other in waiting { other.session.abandonStaged() }
                    return ([:], result.conflicts)
                }
                versions[part.store] = result.version
                committed.append(part.store)
            }
            while let next = waiting.first {
                waiting = waiting.dropFirst()
                try observed(.commit, inStore: next.store) { try next.session.finishStaged() }
                committed.append(next.store)
            }
        } catch {
            for other in waiting { other.session.abandonStaged() }
            if committed.isEmpty { throw error }
            throw partial(committed, of: plan, error)
        }
        return (versions, [])
    }

    private func partial(_ committed: [Int], of plan: SavePlan, _ cause: any Error) -> GranaryError {
        let done = committed.map { coordinator.members[$0].name }.joined(separator: ", ")
        let open = plan.parts.map(\.store).filter { !committed.contains($0) }.map {
            coordinator.members[$0].name
        }
        return GranaryError(
            .partialSave,
            "The save is committed in \(done) but not in \(open.joined(separator: ", ")). Correct the cause, then reset the context and apply the rest again.",
            cause: cause)
    }

    /// Marks everything saved, tells other contexts, and begins a new snapshot.
    private func finish(_ plan: SavePlan, _ versions: [Int: Int64]) {
        var parts: [SaveNotice.Part] = []
        for table in tables where !table.touched.isEmpty {
            parts.append(markSaved(table, version(of: table.entity, versions)))
        }
        for table in tables { table.forgetDeniable() }
        for table in tables where plan.linkedEntities.contains(table.entity.index) {
            parts.append(SaveNotice.Part(entity: table.entity.index, updated: [], deleted: []))
        }
        pendingLinks = [:]
        deletions = [:]
        required = []
        outdated = [:]
        hasSaved = true
        undoHistory?.didSave()
        forgetRecorded()
        releaseKeys()
        coordinator.broadcaster.post(SaveNotice(parts: parts), from: inbox)
        beginSnapshotAfterCommit()
    }

    /// The version of an entity's rows that were saved; a child's parent gives all the same.
    private func version(of entity: Entity, _ versions: [Int: Int64]) -> Int64 {
        if parent != nil { return versions.values.first ?? 0 }
        return versions[(try? coordinator.storeIndex(of: entity)) ?? -1] ?? 0
    }

    private func markSaved(_ table: ObjectTable, _ version: Int64) -> SaveNotice.Part {
        var saved = SavedRows(version: version, listing: listing(of: table.entity))
        var deleted: [KeyBits] = []
        for object in table.emptyList() where !object.markSaved(in: &saved) {
            let bits = object.erasedKey.bits
            deleted.append(bits)
            if parent == nil { table.noteAbsent(bits) }
            ObjectTable.markUntouched(&object.objectState)
            table.detach(object)
        }
        return SaveNotice.Part(
            entity: table.entity.index, updated: saved.updated, deleted: deleted, moved: saved.moved)
    }

    /// The relationships to one of an entity that decide in which lists an object is.
    func listing(of entity: Entity) -> PropertySet {
        var properties = PropertySet()
        for relationship in entity.toOne where relationship.inverseToMany != nil {
            properties.insert(relationship.property)
        }
        return properties
    }

    /// Begins a new snapshot in every store and refreshes what others changed meanwhile.
    ///
    /// - Throws: what a store says; the next use of a store begins the snapshot then, or throws again.
    package func beginSnapshot() throws {
        isSnapshotDue = false
        do {
            try refreshSessions()
            try mergeChanges()
        } catch {
            isSnapshotDue = true
            throw error
        }
    }

    /// Lets every store begin a new snapshot, in which there may be rows that there were not.
    func refreshSessions() throws {
        snapshotMoment &+= 1
        for table in tables { table.forgetAbsent() }
        for session in sessions { try session?.refresh() }
        isSnapshotUnread = parent == nil
    }

    /// Begins a new snapshot where nothing may be thrown any more, since what was to be written is written.
    ///
    /// Whatever stands in its way, such as the cancelling of the task, the next use of a store reports.
    func beginSnapshotAfterCommit() {
        do { try beginSnapshot() } catch { isSnapshotDue = true }
    }
}
