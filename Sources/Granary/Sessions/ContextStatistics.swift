/// What a context has requested from its stores.
public struct ContextStatistics: Sendable, Hashable {
    /// Requests to stores: fetches, counts, aggregates, link look-ups, commits.
    public var storeRequests = 0
    /// Rows that stores returned as objects.
    public var rowsFetched = 0
    /// Loads that an access to a relationship caused.
    public var implicitLoads = 0

    /// Makes zero counts.
    public init() {}
}
