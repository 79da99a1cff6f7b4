internal import CSQLite
internal import GranaryStore
internal import GranarySQL

/// Carries a change set out inside a write transaction.
///
/// Deletions come first and insertions after updates, so that values that are given up are free when others
/// take them; references are checked by the engine at the end, so that rows may come in any order.
///
/// PostgreSQL's writer is separate: it locks first and writes in bulk, since each statement costs a round trip and
/// others write at the same time. This one alone has the right to write, and goes row by row.
struct ChangeWriter {
    /// The number of this save.
    let version: Int64
    /// Rows that others have changed or deleted.
    private(set) var conflicts: [CommitResult.Conflict] = []
    /// For each table whose largest integer key has grown, the next one after it.
    private(set) var advancedKeys: [String: Int64] = [:]

    let store: SQLiteStore
    let writer: Connection
    let interruption: Interruption
    let columns: SQLiteColumnWriter

    /// Takes the number of the save.
    init(_ store: SQLiteStore, _ writer: Connection, _ interruption: Interruption) throws {
        self.store = store
        self.writer = writer
        self.interruption = interruption
        columns = store.columnWriter
        // In two steps: for RETURNING, SQLite first keeps the returned rows in a separate table, which takes twice as
        // long.
        try writer.run("UPDATE granary_store SET version = version + 1")
        let next = try writer.integer("SELECT version FROM granary_store")
        guard let next else {
            throw store.place.error(.corrupt, "The store has lost the row in which it counts its saves.")
        }
        version = next
    }

    /// Carries everything out, or finds the conflicts.
    mutating func carryOut(_ changes: ChangeSet) throws {
        defer { columns.end() }
        do {
            for batch in changes.requirements { try require(batch) }
            for batch in changes.deletes { try delete(batch) }
            for batch in changes.updates { try update(batch) }
            // A save with conflicts is not committed, and its later changes may fail only because of them.
            guard conflicts.isEmpty else { return }
            for batch in changes.inserts { try insert(batch) }
            for batch in changes.links { try link(batch) }
            try checkReferences(changes)
        } catch {
            // A failure may only be the consequence of a conflict, even of a later one, and the context must learn of
            // all conflicts.
            let code = (error as? GranaryError)?.code
            guard !conflicts.isEmpty || code == .constraint || code == .invalidValue else { throw error }
            try findConflicts(changes)
            if conflicts.isEmpty { throw error }
        }
    }

    /// Records the conflicts of all changes, after this transaction's writes are rolled back.
    private mutating func findConflicts(_ changes: ChangeSet) throws {
        conflicts = []
        writer.rollBack()
        try writer.begin()
        for batch in changes.readVersions { try require(batch) }
    }

    mutating func addConflict(_ key: ObjectKey, _ table: EntityTable) {
        conflicts.append(CommitResult.Conflict(entity: table.entity.name, key: key))
    }

    /// Runs a changing statement once; the failure is about the table.
    @inline(__always) func run(_ statement: Statement, _ table: EntityTable) throws {
        let code = sqlite3_step(statement.pointer)
        sqlite3_reset(statement.pointer)
        if code != SQLITE_DONE { throw failure(code, table) }
    }

    /// The error of a statement that failed and has been reset.
    func failure(_ code: Int32, _ table: EntityTable) -> any Error {
        let error = EngineError(
            code: code, message: sqlite3_errmsg(writer.handle.pointer).map { String(cString: $0) } ?? "")
        return ConstraintFailure(error, table).map { $0.error(at: store.place) }
            ?? error.translated(at: store.place, doing: "saving \(table.entity.name)")
    }

    mutating func record(largest key: Int64, of table: EntityTable) throws {
        let name = table.definition.name
        guard key >= store.keys.next(of: name) ?? 1 else { return }
        let (next, overflow) = key.addingReportingOverflow(1)
        let counter = try writer.advanceKeys(of: name, to: overflow ? .max : next)
        // Values that others have committed count at once, those that this save has raised only once it is committed.
        if counter.isRaised {
            advancedKeys[name] = counter.next
        } else {
            store.keys.record(counter.next, of: name)
        }
    }
}
