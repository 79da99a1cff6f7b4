package import Granary

/// Writes without checking a row's version: the last one to save wins silently.
final class LostUpdate: BrokenSession {
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        var changes = changes
        for batch in changes.updates.indices {
            for row in changes.updates[batch].rows.indices { changes.updates[batch].rows[row].version = nil }
        }
        return try super.commit(changes)
    }
}

/// Loses the connection after each commit, so that nobody knows the outcome: no fault, but an event that a remote store
/// may meet.
package final class UncertainCommit: BrokenSession {
    /// Commits, and reports that the outcome is unknown.
    package override func commit(_ changes: ChangeSet) throws -> CommitResult {
        _ = try super.commit(changes)
        throw GranaryError(.outcomeUnknown, "The connection was lost while the save was committed.")
    }
}

/// Deletes without checking a row's version.
final class BlindDelete: BrokenSession {
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        var changes = changes
        for batch in changes.deletes.indices {
            changes.deletes[batch].rows = changes.deletes[batch].rows.map { ($0.key, nil) }
        }
        return try super.commit(changes)
    }
}

/// Ignores rows that must not have changed.
final class IgnoredRequirements: BrokenSession {
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        var changes = changes
        changes.requirements = []
        return try super.commit(changes)
    }
}

/// Commits row by row: the changes before an error stay.
final class PartialCommit: BrokenSession {
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        try base.commitRowByRow(changes)
    }
}

/// Keeps pairs that were to be removed.
final class StickyPairs: BrokenSession {
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        var changes = changes
        for position in changes.links.indices { changes.links[position].removed = [] }
        return try super.commit(changes)
    }
}

/// Leaves an old value where `nil` is written.
final class DroppedNil: BrokenSession {
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        var changes = changes
        for batch in changes.updates.indices {
            let entity = changes.updates[batch].entity
            for row in changes.updates[batch].rows.indices {
                let written = try changes.updates[batch].rows[row].source.columnValues(of: entity)
                for (column, value) in written.enumerated() where value.isNull {
                    changes.updates[batch].rows[row].properties.remove(entity.columns[column].property)
                }
            }
        }
        return try super.commit(changes)
    }
}

/// Lets two rows have the same unique values.
final class NoUniqueCheck: BrokenSession {
    override class var checks: ReferenceChecks { [.references] }
}

/// Lets rows refer to rows that there are not.
final class NoReferenceCheck: BrokenSession {
    override class var checks: ReferenceChecks { [.uniques] }
}
