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
}
