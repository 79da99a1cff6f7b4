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

/// Goes on reading the old snapshot after its own commit.
final class StaleAfterCommit: BrokenSession {
    private var answers: [String: [[Value]]] = [:]

    override func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        let rows = try RowList.read(try super.fetch(request).cursor, of: request.entity)
        guard case .all = request.selection, request.predicate == nil, request.sort.isEmpty,
            request.limit == nil
        else { return FetchAnswer(cursor: ValueCursor(rows: rows)) }
        let known = answers[request.entity.name] ?? rows
        answers[request.entity.name] = known
        return FetchAnswer(cursor: ValueCursor(rows: known))
    }

    override func refresh() throws {
        answers = [:]
        try super.refresh()
    }

    override func end() {
        answers = [:]
        super.end()
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
