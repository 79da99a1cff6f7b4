/// How a context answers a query.
public struct QueryPlan: Sendable, Hashable {
    /// The store's own plan.
    public var store: StorePlan
    /// The name of the store's type.
    public var storeType: String
    /// The work of the core: lists of keys from other stores, and filters and sorting that the store does not do.
    public var core: [String]
}

extension QueryPlan: CustomStringConvertible {
    /// The work of each part, one per line: the store with its index, statement and plan, and then the core.
    public var description: String {
        let core = core.map { "core: \($0)" }
        return (["store: \(storeType)"] + store.lines.map { "  \($0)" } + core)
            .joined(separator: "\n")
    }
}
