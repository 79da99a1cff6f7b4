/// The treatment of a store whose models differ from the schema.
public enum IncompatibleStorePolicy: String, Sendable, Hashable, CaseIterable {
    /// Migrate it; without consent to a loss of data, opening fails with the plan and leaves the store unchanged.
    ///
    /// A backend that cannot migrate refuses to open it.
    case migrate
    /// Fail to open it, and leave it untouched.
    case refuse
    /// Migrate it; where that is impossible, or loses data without consent, move the old files aside, with the time in
    /// their names, and create a new store.
    case moveAside
    /// Migrate it; where that is impossible, or loses data without consent, delete the old files, and create a new
    /// store.
    case delete
}
