/// How a context would answer a query.
public struct QueryPlan: Sendable, Hashable {
    /// The store's own plan.
    public var store: StorePlan
    /// The name of the store's type.
    public var storeType: String
    /// The work of the core: lists of keys from other stores, and the filters and orders that the store leaves.
    public var core: [String]
}
