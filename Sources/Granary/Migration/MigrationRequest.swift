/// A request to migrate a store.
public struct MigrationRequest: Sendable {
    /// The request with which the store will be opened.
    public var store: StoreOpenRequest
    /// The plan to carry out.
    public var plan: MigrationPlan
    /// Who is told how far it is, and says when to give up; `nil` if nobody looks.
    public var monitor: MigrationMonitor?

    /// Makes a request.
    public init(store: StoreOpenRequest, plan: MigrationPlan, monitor: MigrationMonitor? = nil) {
        (self.store, self.plan, self.monitor) = (store, plan, monitor)
    }
}
