/// The effect of deleting an object on the objects it is related to.
public enum DeleteRule: String, Sendable, Hashable, Codable {
    /// Clears their references to the deleted object.
    case nullify
    /// Deletes them too.
    case cascade
    /// Refuses the deletion while any exist.
    case deny
    /// Leaves them alone: their references dangle and read as `nil`.
    case noAction
}
