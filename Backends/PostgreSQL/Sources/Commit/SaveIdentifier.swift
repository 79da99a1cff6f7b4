internal import FoundationEssentials
internal import Granary

/// What marks one save in the store, so that it can be asked for after the connection was lost.
struct SaveIdentifier: Sendable {
    /// The id, which the save's own transaction records.
    let id: UUID
    /// The number of the transaction, by which its connection can be found.
    var transaction: String?

    /// Makes the mark of a new save.
    init(id: UUID) { self.id = id }

    /// Records the save.
    static let insert = "INSERT INTO granary_saves (id) VALUES ($1::pg_catalog.uuid)"
    /// Removes the record of the save before.
    static let delete = "DELETE FROM granary_saves WHERE id = $1::pg_catalog.uuid"
    /// Takes the number of the save, and that of its transaction.
    static let begin =
        "SELECT pg_catalog.nextval('granary_version'), pg_catalog.pg_current_xact_id()::pg_catalog.xid::pg_catalog.text"
}
