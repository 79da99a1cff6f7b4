/// The change that a save makes to an object.
public enum ModelChange: Sendable, Hashable {
    /// It inserts the object.
    case insert
    /// It writes changes of a stored object.
    case update
    /// It deletes the object.
    case delete
}
