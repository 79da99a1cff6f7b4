internal import FoundationEssentials
internal import GranaryStore
internal import GranarySQL

/// Carries a change set out inside a transaction at read committed.
///
/// First every row to delete, change or rely on is locked, table by table and in the order of keys, and its version
/// compared: the first to commit wins. After that there can be no conflicts, and the changes go in bulk: arrays for
/// lists of keys and for changed columns, `COPY` for many new rows.
///
/// SQLite's writer is separate: it alone has the right to write, so it needs no locks, and a row costs it no round
/// trip.
struct ChangeWriter {
    /// The number of this save.
    private(set) var version: Int64 = 0
    /// The mark of this save.
    private(set) var save: SaveIdentifier
    /// Rows that others have changed or deleted.
    private(set) var conflicts: [CommitResult.Conflict] = []
    /// For each table whose largest integer key has grown, the next one after it.
    private(set) var advancedKeys: [String: Int64] = [:]

    let store: PostgreSQLStore
    let connection: Connection
    let interruption: Interruption

    /// Begins the transaction of a session's save, takes the number of the save, locks rows and compares their versions.
    init(beginning changes: ChangeSet, _ session: PostgreSQLSession) throws {
        store = session.store
        connection = session.connection
        interruption = session.interruption
        save = SaveIdentifier(id: UUID())
        let locks = try RowLocks(changes, store)
        // Under REPEATABLE READ a concurrent change would be error 40001 before any version could be compared.
        try connection.sendBegin(.committed)
        try connection.send(SaveIdentifier.begin, Parameters([.integer(store.known.number)]))
        // The id commits with the rows; if the connection is lost before the answer, its row shows the outcome
        // (Docs/Decisions/postgresql-sessions-and-saves.md).
        try connection.send(SaveIdentifier.insert, Parameters([.uuid(save.id)]), answer: .checked)
        // The outcome of an earlier save is known here, so its id is no longer needed.
        if let last = session.lastSave {
            try connection.send(SaveIdentifier.delete, Parameters([.uuid(last.id)]), answer: .checked)
        }
        // The first save of each program, and one from time to time, so that there are never more than those of a day.
        if store.records.isPurgeDue() { try connection.send(SaveIdentifier.purge, answer: .checked) }
        try locks.send(on: connection)
        try connection.sync()
        let answers = try connection.finish()
        guard let begun = answers.first, let version = begun.integer(0, 0) else { throw EngineError.lost }
        self.version = version
        if let number = begun.text(0, 1), let process = begun.integer(0, 2), let begin = begun.integer(0, 3) {
            save.transaction = .init(number: number, process: process, begin: begin)
        }
        conflicts = try locks.conflicts(answers.dropFirst())
    }

    /// Carries everything out, and makes the checks that the engine would make at the commit.
    mutating func carryOut(_ changes: ChangeSet) throws {
        // Deletions first, so that a key can be deleted and inserted again.
        for batch in changes.deletes { try delete(batch) }
        for batch in changes.updates { try update(batch) }
        for batch in changes.inserts { try insert(batch) }
        for batch in changes.links { try link(batch) }
        try advanceKeys()
        try store.listening?.announce(changes, on: connection)
        // Checks deferred constraints here, so that only a crash or a lost server can fail the commit.
        try connection.send("SET CONSTRAINTS ALL IMMEDIATE", answer: .checked)
        try connection.sync()
        try connection.finish()
    }

    private func delete(_ batch: DeleteBatch) throws {
        let table = try store.table(of: batch.entity)
        guard !batch.rows.isEmpty else { return }
        try interruption.check()
        var parameters = Parameters()
        try parameters.append(keys: batch.rows.map(\.key), of: table.keyTypes)
        try connection.send(table.delete, parameters, answer: .checked)
    }

    mutating func record(largest key: Int64, of table: EntityTable) {
        let name = table.definition.name
        guard key >= 1, key >= store.keys.next(of: name) ?? 1 else { return }
        let (next, overflow) = key.addingReportingOverflow(1)
        advancedKeys[name] = max(advancedKeys[name] ?? .min, overflow ? .max : next)
    }

    /// Raises the sequences of tables into which larger keys were written, so that none of these is assigned again.
    private func advanceKeys() throws {
        // In one order for all saves, so that no two wait for each other in a circle.
        for name in advancedKeys.keys.sorted() {
            guard let next = advancedKeys[name], let sequence = store.sequence(ofTable: name) else {
                continue
            }
            try connection.send(sequence.lock, sequence.name(), answer: .checked)
            try connection.send(
                sequence.raise, sequence.name(and: next == .max ? next : next - 1), answer: .checked)
        }
    }
}
