/// How a query would be answered.
public struct QueryPlan: Sendable, Hashable {
    /// The store's own plan.
    public var store: StorePlan
    /// The name of the store's type.
    public var storeType: String
    /// What the core does: key lists through other stores, filters and orders that the store leaves.
    public var core: [String]
}
