internal import FoundationEssentials
internal import GranaryStore

/// The identifier of one save in the store, to look it up after the connection was lost.
struct SaveIdentifier: Sendable {
    /// The id, which the save's own transaction records.
    let id: UUID
    /// Identifies the server's side of its connection.
    var transaction: Transaction?

    /// A transaction of a server.
    ///
    /// Numbers alone recur, and another server that has taken over starts them again from one: process and beginning
    /// distinguish the transaction from those of others.
    struct Transaction: Sendable {
        /// Its number.
        let number: String
        /// The number of the server's process.
        let process: Int64
        /// When it began, in microseconds.
        let begin: Int64
    }

    /// Makes the identifier of a new save.
    init(id: UUID) { self.id = id }

    /// Records the save.
    static let insert = "INSERT INTO granary_saves (id) VALUES ($1::pg_catalog.uuid)"
    /// Writes the record of a save that is committed once more.
    static let confirm =
        "UPDATE granary_saves SET \"time\" = pg_catalog.now() WHERE id = $1::pg_catalog.uuid"
    /// Removes the record of the save before.
    static let delete = "DELETE FROM granary_saves WHERE id = $1::pg_catalog.uuid"
    /// Removes records of connections that have been gone for a day and no longer ask for their last save; records that
    /// another save is removing are left to it.
    static let purge = """
        DELETE FROM granary_saves WHERE id IN (SELECT id FROM granary_saves \
        WHERE "time" < pg_catalog.now() - INTERVAL '1 day' LIMIT 1000 FOR UPDATE SKIP LOCKED)
        """
    /// Takes the number of the save, and the identity of its transaction; fails when the store's tables have changed.
    static let begin = """
        SELECT pg_catalog.nextval('granary_version'), pg_catalog.pg_current_xact_id()::pg_catalog.xid::pg_catalog.text, \
        pg_catalog.pg_backend_pid()::pg_catalog.int8, \(microseconds("pg_catalog.now()")), \(KnownSchema.required)
        """
    /// Ends the server's side of a connection whose transaction is still open.
    static let end = """
        SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity \
        WHERE backend_xid::pg_catalog.text = $1::pg_catalog.text AND pid = $2::pg_catalog.int8 \
        AND \(microseconds("xact_start")) = $3::pg_catalog.int8
        """

    private static func microseconds(_ moment: String) -> String {
        "(EXTRACT(EPOCH FROM \(moment)) * 1000000)::pg_catalog.int8"
    }
}
