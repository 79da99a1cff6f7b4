internal import GranaryStore
internal import GranarySQL

/// The sequence behind the integer keys of a table: that of its identity column, which others use too.
///
/// A lock of the transaction's own makes taking a block and raising the sequence to keys that programs have chosen
/// follow each other; a sequence itself only counts.
struct KeySequence {
    private let table: String
    private let column: String

    /// The sequence of an integer key; `nil` for other tables.
    init?(_ table: EntityTable) {
        guard table.integerKey >= 0 else { return nil }
        self.table = SQLName.quoted(table.definition.name)
        column = table.entity.columns[table.integerKey].name
    }

    private static let sequence =
        "pg_catalog.pg_get_serial_sequence($1::pg_catalog.text, $2::pg_catalog.text)::pg_catalog.regclass"

    /// Locks the sequence for the rest of the transaction; the first number is Granary's own.
    ///
    /// Locks belong to the whole database, where other stores have tables of the same names.
    let lock =
        "SELECT pg_catalog.pg_advisory_xact_lock(1198681721, pg_catalog.hashtext(pg_catalog.current_schema() || '.' || $1::pg_catalog.text || '.' || $2::pg_catalog.text))"
    /// Raises the sequence to a key, if it is lower.
    let raise =
        "SELECT pg_catalog.setval(\(sequence), GREATEST(COALESCE(pg_catalog.pg_sequence_last_value(\(sequence)), 0), $3::pg_catalog.int8))"
    /// Takes a block of keys and returns the last of them; the third parameter is the number of keys.
    func reserve(_ largestKey: String) -> String {
        "SELECT pg_catalog.setval(\(Self.sequence), GREATEST(COALESCE(pg_catalog.pg_sequence_last_value(\(Self.sequence)), 0), COALESCE((\(largestKey)), 0)) + $3::pg_catalog.int8)"
    }

    /// The parameters that name the sequence.
    func name() throws -> Parameters { try Parameters([.text(table), .text(column)]) }

    /// The parameters that name the sequence, and a number.
    func name(and number: Int64) throws -> Parameters {
        try Parameters([.text(table), .text(column), .integer(number)])
    }
}

extension PostgreSQLSession {
    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        let table = try store.table(of: entity)
        guard !store.isReadOnly, count > 0, let sequence = KeySequence(table) else {
            throw store.place.refusal(toReserve: count, of: entity, isReadOnly: store.isReadOnly)
        }
        try checkUsable()
        do {
            // Not on the session's connection, where an open snapshot would keep the lock, see
            // Docs/Decisions/postgresql-sessions-and-saves.md.
            return try store.server.keys.withConnection(for: store) { connection in
                try reserve(count, table, sequence, connection)
            }
        } catch let failure as EngineError {
            // A number out of range, or the end of the sequence (PostgreSQL manual, appendix A).
            if failure.state == "22003" || failure.state == "2200H" {
                throw store.place.error(.overflow, "The integer keys of \(entity.name) are used up.")
            }
            throw failure.translated(at: store.place, doing: "reserving keys")
        }
    }

    /// Takes a block in a separate transaction, since a snapshot may be open here.
    ///
    /// It does not wait for the device: the log is written in order, so a failure of the server can only take the
    /// block back together with every later save.
    private func reserve(
        _ count: Int, _ table: EntityTable, _ sequence: KeySequence, _ connection: Connection
    ) throws -> Int64 {
        try connection.sendBegin(.committed)
        try connection.send(
            "SELECT pg_catalog.set_config('synchronous_commit', 'off', true)", answer: .checked)
        try connection.send(sequence.lock, sequence.name(), answer: .checked)
        try connection.send(sequence.reserve(table.largestKey), sequence.name(and: Int64(count)))
        try connection.sendCommit()
        try connection.sync()
        guard let rows = try connection.finish().first, rows.count == 1 else { throw EngineError.lost }
        guard let last = rows.integer(0, 0) else {
            throw store.place.error(
                .incompatible,
                "The table “\(table.definition.name)” has no sequence of keys any more. Make its key an identity column again."
            )
        }
        store.keys.record(last == .max ? last : last + 1, of: table.definition.name)
        return last - Int64(count) + 1
    }
}
