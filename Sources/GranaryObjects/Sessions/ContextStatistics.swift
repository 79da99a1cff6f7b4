/// The numbers of a context's requests to its stores, and of its writes.
///
/// A child context counts its requests to its parent.
public struct ContextStatistics: Sendable, Hashable {
    /// Requests to stores: fetches, counts, aggregates, link look-ups, commits.
    public var storeRequests = 0
    /// Rows that stores returned as objects.
    public var rowsFetched = 0
    /// Rows that were left out because they cannot be read, as ``Query/skippingUnreadable()`` asks for.
    public var rowsSkipped = 0
    /// Loads that an access to a relationship caused.
    public var implicitLoads = 0
    /// Rows that commits have inserted.
    public var rowsInserted = 0
    /// Rows that commits have changed.
    public var rowsUpdated = 0
    /// Rows that commits have deleted.
    public var rowsDeleted = 0
    /// How long the context has read; zero without ``ContextOptions/measuresTime``.
    ///
    /// Fetches, look-ups, loads, counts and the like; not the closure that gets the objects of a stream.
    public var fetchingTime = Duration.zero
    /// How long the context has saved, batches included; zero without ``ContextOptions/measuresTime``.
    public var savingTime = Duration.zero

    /// Makes zero counts.
    public init() {}
}

extension ContextStatistics {
    /// The sum of the work of two contexts.
    package static func + (left: ContextStatistics, right: ContextStatistics) -> ContextStatistics {
        var sum = left
        sum.storeRequests += right.storeRequests
        sum.rowsFetched += right.rowsFetched
        sum.rowsSkipped += right.rowsSkipped
        sum.implicitLoads += right.implicitLoads
        sum.rowsInserted += right.rowsInserted
        sum.rowsUpdated += right.rowsUpdated
        sum.rowsDeleted += right.rowsDeleted
        sum.fetchingTime += right.fetchingTime
        sum.savingTime += right.savingTime
        return sum
    }
}
