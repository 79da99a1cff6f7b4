/// A request to migrate a store.
public struct MigrationRequest: Sendable {
    /// The request with which the store will be opened.
    public var store: StoreOpenRequest
    /// The plan to carry out.
    public var plan: MigrationPlan

    /// Makes a request.
    public init(store: StoreOpenRequest, plan: MigrationPlan) {
        self.store = store
        self.plan = plan
    }
}
