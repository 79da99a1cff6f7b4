/// How far a save of a child context goes.
public enum SaveExtent: String, Sendable, Hashable {
    /// Into the parent, whose own changes stay unsaved.
    case parent
    /// Through every parent to the stores, with the unsaved changes of the parents.
    case stores
}
