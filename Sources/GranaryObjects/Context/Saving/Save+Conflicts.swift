/// Settling what a store has refused.
extension Save {
    /// Resolves conflicts by the merge policy, so that the save can be repeated.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` with all conflicts if one cannot be resolved; nothing has changed then.
    func resolve(_ conflicts: [CommitResult.Conflict], areReferred: Bool = false) throws {
        // Before merging, which takes references to rows that others have deleted out of the changes
        // (Docs/Decisions/deletions-and-their-keys.md).
        let targets = UnsavedTargets(graph)
        let bases = graph.basesOfPairs(in: conflicts)
        // Merge the saves of others first, so that no conflict is resolved with objects that are gone.
        try access.beginSnapshot()
        graph.tables.invalidateMembers()
        context.undoHistory.markEverythingOpen()
        defer { context.undoHistory.findUnknownChanges() }
        let resolver = ConflictResolver(
            graph: graph, loader: context.loader, policy: policy, areReferred: areReferred)
        note(givenUp: try resolver.resolve(conflicts, targets, bases))
    }

    /// Keeps what the save has given up for the program, and logs a notice.
    private func note(givenUp conflicts: [SaveConflict]) {
        guard let first = conflicts.first else { return }
        saves.givenUp += conflicts
        access.coordinator.notices.record(.givenUpEdit, to: access.coordinator.logger) {
            let place = graph.schema.entity(first.entity).map(access.coordinator.place(of:)) ?? first.entity
            let properties = first.givenUp.isEmpty ? "its deletion" : first.givenUp.joined(separator: ", ")
            return
                "A save gave up edits of an object of \(place), as its merge policy says: \(properties). `context.givenUp` has what was given up, with base, mine and theirs."
        }
    }

    /// The deletions of objects to which others have made objects refer, as conflicts for the merge policy.
    ///
    /// A row that refers to a deleted one is no conflict of versions: it is new, or this context has never read it.
    /// Where this context wins, the delete rules are applied to it at the next attempt
    /// (Docs/Decisions/deletions-and-their-keys.md).
    ///
    /// - Throws: errors of the stores.
    func referredDeletions() throws -> [CommitResult.Conflict] {
        try access.beginSnapshot()
        graph.tables.invalidateMembers()
        return try graph.deleteRules.deletedOwnersWithMembers().map {
            CommitResult.Conflict(entity: $0.entity.name, key: $0.key)
        }
    }

    /// The error of a store that has refused a save, in the words that every store has for a violated constraint.
    ///
    /// Only the save knows whether it deletes objects of the kind that a refused reference leads to.
    func worded(_ error: any Error, of plan: SavePlan) -> any Error {
        guard parent == nil, var refusal = error as? GranaryError, refusal.code == .constraint,
            let name = refusal.context.entity, let entity = graph.schema.entity(name)
        else { return error }
        let properties = refusal.context.properties
        switch refusal.context.constraint {
        case .primaryKey?, .unique?:
            if properties.isEmpty { return error }
            refusal.message = ConstraintText.duplicate(
                entity.name, properties, refusal.context.constraint ?? .unique)
        case .reference?:
            guard let relationship = properties.first.flatMap(entity.relationship), !relationship.isToMany
            else { return error }
            let target = relationship.destination.name
            let isDeleted = plan.parts.contains { $0.changes.deletes.contains { $0.entity.name == target } }
            // A row that the save writes may refer to another object, which was never there.
            let isWritten = plan.parts.contains { part in
                part.changes.inserts.contains { $0.entity.name == name }
                    || part.changes.updates.contains { $0.entity.name == name }
            }
            refusal.message =
                isDeleted && !isWritten
                ? ConstraintText.used(relationship) : ConstraintText.dangling(relationship)
        case .notNull?, .deny?, nil: return error
        }
        return refusal
    }

    /// Whether a store has refused a commit because of a reference to a row that is not there.
    static func isOfReferences(_ error: any Error) -> Bool {
        guard let error = error as? GranaryError else { return false }
        return error.code == .constraint && error.context.constraint == .reference
    }
}
