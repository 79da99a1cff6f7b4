import FoundationEssentials
import Granary

/// A query that a server has answered.
@Model final class SyncQuery {
    /// The digest of the query.
    @Attribute(.primaryKey) var digest: String
    /// The name of the model.
    var entity: String
    /// When it was answered, by the clock of this machine.
    var servedAt: Date
    /// Whether the answer had all rows.
    var isWhole: Bool
    /// Until when the answer is fresh, by the server's word; `nil` if it has not said.
    var freshUntil: Date?
    /// What the server calls the answer, if the answer had all rows.
    var tag: String?
    /// What the server has said about the answer, in the compact format.
    var metadata: Data?
    /// The keys of the answer in the server's order, in the compact format; `nil` for a query that the store answers.
    var keys: Data?
    /// What the server is asked with for later changes.
    var checkpoint: Data?
}
