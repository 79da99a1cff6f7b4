import FoundationEssentials
import Granary

/// What an object lacks that a server has served in part.
@Model(unique: [["entity", "key"]]) final class SyncGap {
    var id: UUID
    /// The name of the model.
    var entity: String
    /// The key of the object, in the compact format.
    var key: Data
    /// The properties that were never served, in the compact format.
    var missing: Data
}
