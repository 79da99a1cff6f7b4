/// What is needed to migrate a store.
public struct MigrationRequest: Sendable {
    /// What the store will be opened with.
    public var store: StoreOpenRequest
    /// What is to be done.
    public var plan: MigrationPlan

    /// Makes a request.
    public init(store: StoreOpenRequest, plan: MigrationPlan) {
        self.store = store
        self.plan = plan
    }
}
