/// A request to migrate a store.
public struct MigrationRequest: Sendable {
    /// The request with which the store will be opened.
    public var store: StoreOpenRequest
    /// The plan to carry out.
    public var plan: MigrationPlan
    /// Receives the progress, and says when to give up; `nil` if the progress is not asked for.
    public var monitor: MigrationMonitor?

    /// Makes a request.
    public init(store: StoreOpenRequest, plan: MigrationPlan, monitor: MigrationMonitor? = nil) {
        self.store = store
        self.plan = plan
        self.monitor = monitor
    }
}
