/// Which rows of a model a repository keeps in memory, in ``Synced``.
public struct SyncedCache: Sendable {
    /// Makes the cache of one stack; `nil` for none.
    let make: (@Sendable () -> any SnapshotCache)?
    /// About how many rows it has when it is full.
    var rows = CachedVersions.usualRows

    /// None: each read asks the store.
    public static let none = SyncedCache(make: nil)

    /// The rows that were used last, up to a number of them.
    public static func rows(_ most: Int) -> SyncedCache { limited(CacheSize(rows: most)) }

    /// The rows that were used last, up to a number of bytes, which are estimated (``CacheSize``).
    public static func bytes(_ most: Int) -> SyncedCache { limited(CacheSize(bytes: most)) }

    /// A cache of one's own, which is made for each stack with the schema.
    public static func custom(
        _ make: @autoclosure @escaping @Sendable () -> any SnapshotCache
    ) -> SyncedCache { SyncedCache(make: make) }

    /// The rows that were used last, up to a size; none for one of no rows or bytes.
    static func limited(_ most: CacheSize) -> SyncedCache {
        if most.rows == 0 || most.bytes == 0 { return .none }
        return SyncedCache(
            make: { RecentRows(most: most) }, rows: min(most.rows, most.bytes / RowBytes.ofUsualRow))
    }
}
