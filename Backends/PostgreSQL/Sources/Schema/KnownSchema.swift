internal import GranaryStore
internal import GranarySQL
internal import Synchronization

/// The schema that an open store counts on, which another program may change at any time.
///
/// A migration rewrites the one row of `granary_schema` into a new file before it changes anything, and keeps the lock
/// that this takes until its end. Every transaction begins with a look at the number of that file, which the server knows
/// without reading any row; the look also holds a migration off until the transaction is over. At another number
/// the tables are compared as at opening, once.
///
/// The row itself would not do: a transaction that waits for a migration has its snapshot already, so it would find the
/// old row, and the rewritten tables empty.
final class KnownSchema: Sendable {
    private let opening: StoreOpening
    private let store: String
    private let known: Atomic<Int64>

    /// The number that stands for a store of format 1, which has no such table.
    static let none: Int64 = -1
    /// The number that makes the first look compare the tables.
    static let unknown: Int64 = 0

    /// Knows that the tables of a store fit at a number; `store` is the store's identity.
    init(_ opening: StoreOpening, of store: String, at number: Int64) {
        self.opening = opening
        self.store = store
        known = Atomic(number)
    }

    /// The number at which the tables were found to fit.
    var number: Int64 { known.load(ordering: .relaxed) }

    /// Queues the look, behind the beginning of a transaction.
    func sendLook(on connection: Connection) throws {
        let number = number
        if number == Self.none { return }
        try connection.send(Self.look, Parameters([.integer(number)]), answer: .checked)
    }

    /// Compares the tables after the look has failed, in a separate transaction.
    ///
    /// - Throws: ``GranaryError/Code/newer`` when they no longer fit.
    func renew(_ connection: Connection) throws {
        connection.rollBack()
        defer { connection.rollBack() }
        guard let found = try opening.look(connection), found.metadata.identity.id == store else {
            throw connection.place.changedWhileOpen(["another store has taken its place"])
        }
        let gone = found.missing.sorted().map { "the configuration “\($0)” is gone" }
        let findings = found.difference.findings + gone
        guard findings.isEmpty else { throw connection.place.changedWhileOpen(findings) }
        known.store(found.metadata.number, ordering: .relaxed)
    }

    // MARK: Statements

    /// The number of the file, for a `SELECT`; null while there is no row.
    private static let present =
        "(SELECT pg_catalog.pg_relation_filenode('granary_schema')::pg_catalog.int8 FROM granary_schema)"

    /// The number of the file as text, for a `SELECT`.
    static let presentText = "\(present)::pg_catalog.text"

    /// An expression that fails unless the number is that of the first parameter.
    static let required = "1 / CASE WHEN \(present) = $1::pg_catalog.int8 THEN 1 ELSE 0 END"

    private static let look = "SELECT \(required)"

    /// Keeps migrations off until the end of the transaction, before it has a snapshot.
    static let lock = "LOCK TABLE granary_schema IN ACCESS SHARE MODE"

    /// Takes the number of the store, in the transaction that is open and that has written it.
    static func number(on connection: Connection) throws -> Int64 {
        try connection.integer("SELECT \(present)") ?? unknown
    }

    /// Gives the file another number, and keeps everybody else off until the end of the transaction.
    static func renumber(on connection: Connection) throws {
        let index = try connection.texts(
            """
            SELECT x.relname::pg_catalog.text FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid \
            WHERE i.indrelid = pg_catalog.to_regclass('granary_schema') AND i.indisprimary
            """)
        // A store of format 1 has none, and its programs check nothing.
        guard let index = index.first else { return }
        // Unlike other ways to rewrite a table, this one keeps the rows that older snapshots see (manual 13.6).
        try connection.define("CLUSTER granary_schema USING \(SQLName.quoted(index))")
    }
}

extension EngineError {
    /// Whether the check of the schema has failed, by its division; a statement of others may fail so too.
    var tellsOtherSchema: Bool { state == "22012" }
}
