/// What to do with a store that holds other models than the schema.
public enum IncompatibleStorePolicy: String, Sendable, Hashable, CaseIterable {
    /// Migrate it, unless data would be lost without consent; opening fails with the plan then, and leaves it untouched.
    ///
    /// A backend that cannot migrate refuses.
    case migrate
    /// Fail to open it, and leave it untouched.
    case refuse
    /// Move the old files aside, with the time in their names, and create a new store.
    case moveAside
    /// Delete the old files, and create a new store.
    case delete
}
