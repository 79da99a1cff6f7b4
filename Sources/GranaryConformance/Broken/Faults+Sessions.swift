import Granary

/// Sees at each read what others have committed meanwhile.
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

/// Hands keys out again.
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

/// Does not say which constraint was violated.
final class VagueErrors: BrokenSession {
    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        do {
            return try super.commit(changes)
        } catch let error as GranaryError {
            throw GranaryError(error.code, error.message)
        }
    }
}
