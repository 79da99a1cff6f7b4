/// Commits a plan: to one store directly, to several after staging in each store that supports it.
struct StoreCommit {
    /// The versions of the written rows by store, and the conflicts.
    typealias Outcome = (versions: [Int: Int64], conflicts: [CommitResult.Conflict])

    /// A store's staged changes.
    private typealias Staged = (store: Int, session: any StagingSession, changes: ChangeSet)

    let access: StoreAccess
    let plan: SavePlan
    /// Whether each of several stores has to stage.
    var requiresStaging = false

    /// Commits the plan; if it returns conflicts, it has committed nothing.
    ///
    /// - Throws: ``GranaryError/Code/partialSave`` if some stores have committed and another failed; errors of the
    ///   stores.
    func run() throws -> Outcome {
        access.countRequests(plan.parts.count)
        guard plan.parts.count == 1, let part = plan.parts.first else { return try commitSeveral() }
        let result = try commitAlone(part)
        return ([part.store: result.version], result.conflicts)
    }

    private func commitAlone(_ part: SavePlan.Part) throws -> CommitResult {
        let result = try access.reporting(.commit, inStore: part.store) {
            try access.unreadSession(at: part.store).commit(part.changes)
        }
        if result.conflicts.isEmpty { access.countWrites(part.changes) }
        return result
    }

    private func commitSeveral() throws -> Outcome {
        var versions: [Int: Int64] = [:]
        var staged: [Staged] = []
        do {
            // Before rows are locked: somebody who has the last free session may wait for them.
            for part in plan.parts {
                let session = try access.unreadSession(at: part.store)
                if requiresStaging, !(session is any StagingSession) { throw cannotStage(part.store) }
            }
            for part in plan.parts {
                guard let session = try access.unreadSession(at: part.store) as? any StagingSession else {
                    continue
                }
                let result = try access.reporting(.prepare, inStore: part.store) {
                    try session.stage(part.changes)
                }
                versions[part.store] = result.version
                if !result.conflicts.isEmpty {
                    for earlier in staged { earlier.session.abandonStaged() }
                    return ([:], result.conflicts)
                }
                staged.append((part.store, session, part.changes))
            }
        } catch {
            for earlier in staged { earlier.session.abandonStaged() }
            throw error
        }
        return try finishSeveral(staged, versions)
    }

    private func finishSeveral(
        _ staged: [Staged], _ versions: [Int: Int64]
    ) throws -> Outcome {
        var versions = versions
        var committed: [Int] = []
        var waiting = staged[...]
        do {
            // First those that cannot stage: as long as none has committed, what the others have staged can be
            // abandoned.
            for part in plan.parts where !staged.contains(where: { $0.store == part.store }) {
                let result = try commitAlone(part)
                if let conflict = result.conflicts.first {
                    // After a conflict the whole save would be repeated, with what is committed already.
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
                // A session whose commit fails has nothing staged any more, so it is not among those to abandon.
                waiting = waiting.dropFirst()
                try access.reporting(.commit, inStore: next.store) { try next.session.finishStaged() }
                access.countWrites(next.changes)
                committed.append(next.store)
            }
        } catch {
            for other in waiting { other.session.abandonStaged() }
            if committed.isEmpty { throw error }
            throw partial(committed, error)
        }
        return (versions, [])
    }

    private func cannotStage(_ store: Int) -> GranaryError {
        GranaryError(
            .unsupported,
            "A transaction over several stores needs stores that can stage a save, and “\(access.coordinator.members[store].name)” lacks the capability “staging”. Write to one store in a transaction, or save without one."
        )
    }

    private func partial(_ committed: [Int], _ cause: any Error) -> GranaryError {
        let done = committed.map { access.coordinator.members[$0].name }.joined(separator: ", ")
        let open = plan.parts.map(\.store).filter { !committed.contains($0) }.map {
            access.coordinator.members[$0].name
        }
        return GranaryError(
            .partialSave,
            "The save is committed in \(done) but not in \(open.joined(separator: ", ")). Correct the cause, then reset the context and apply the rest again.",
            cause: cause)
    }
}
