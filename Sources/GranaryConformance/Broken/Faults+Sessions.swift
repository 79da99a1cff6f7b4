import Granary

/// Sees at each read the commits of others since the last one.
final class MovingSnapshot: BrokenSession {
    override func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        try refresh()
        return try super.fetch(request)
    }

    override func count(_ request: FetchRequest) throws -> Int? {
        try refresh()
        return try super.count(request)
    }
}

/// Keeps reading the state before its own commit.
final class StaleAfterCommit: BrokenSession {
    private var hasRead = false

    override func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        hasRead = true
        return try super.fetch(request)
    }

    /// Commits in a separate session, which leaves the state of this one unchanged.
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        guard hasRead, let reference = base as? ReferenceSession else { return try super.commit(changes) }
        return try reference.sibling().commit(changes)
    }
}

/// Answers every plan as if an index served it.
final class BoastfulPlans: BrokenSession {
    override func explain(_ request: FetchRequest) throws -> StorePlan {
        var plan = try super.explain(request)
        plan.index = "the best one"
        plan.scansAllRows = false
        return plan
    }
}

/// Puts the values of a query into its plan.
final class LeakyPlans: BrokenSession {
    override func explain(_ request: FetchRequest) throws -> StorePlan {
        var plan = try super.explain(request)
        var values: [Value] = []
        _ = request.predicate?.rewritten { tree in
            if case .literal(let value) = tree { values.append(value) }
            return tree
        }
        plan.statement += " where \(ProgramText.text(values))"
        return plan
    }
}

/// Claims that no key has a row.
final class EverythingMissing: BrokenSession {
    override func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] { keys }
}

/// Gives every commit the same version.
final class StandingVersions: BrokenSession {
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        var result = try super.commit(changes)
        if result.conflicts.isEmpty { result.version = 1 }
        return result
    }
}

/// Assigns keys again.
final class ReusedKeys: BrokenSession {
    override func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        let keys = try RowList.read(try base.fetch(FetchRequest(entity: entity)).cursor, of: entity)
            .compactMap { row in
                if case .integer(let number) = row[entity.keyColumns[0]] { number } else { nil }
            }
        return max((keys.max() ?? 0) + 1, 1)
    }
}

/// Puts stored values into its errors.
final class LeakyErrors: BrokenSession {
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        do {
            return try super.commit(changes)
        } catch var error as GranaryError {
            for batch in changes.inserts {
                for row in batch.rows {
                    error.message += " " + ProgramText.text(try row.columnValues(of: batch.entity))
                }
            }
            throw error
        }
    }
}

/// Throws the engine's own errors instead of typed ones.
final class UntypedErrors: BrokenSession {
    struct EngineFailure: Error {}

    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        do { return try super.commit(changes) } catch { throw EngineFailure() }
    }
}

/// Does not name the violated constraint.
final class VagueErrors: BrokenSession {
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        do {
            return try super.commit(changes)
        } catch let error as GranaryError {
            throw GranaryError(error.code, error.message)
        }
    }
}
