/// Keeps rows of one model in memory, so that a repository need not ask the store for them.
///
/// A cache decides only which rows stay. Whether a row is still what the store has, the repository knows: each row
/// carries a version, and one that a save has changed since is never used, even if the cache returns it. So a cache
/// may lose rows at any time.
///
/// ```swift
/// final class EverythingCache: SnapshotCache {
///     private let rows = Mutex<[CachedKey: CachedRow]>([:])
///
///     var size: CacheSize {
///         rows.withLock { CacheSize(rows: $0.count, bytes: $0.values.reduce(0) { $0 + $1.bytes }) }
///     }
///     func row(_ key: CachedKey) -> CachedRow? { rows.withLock { $0[key] } }
///     func keep(_ row: CachedRow, for key: CachedKey) { rows.withLock { $0[key] = row } }
///     func drop(_ keys: [CachedKey]) { rows.withLock { rows in for key in keys { rows[key] = nil } } }
///     func shrink(to most: CacheSize) { rows.withLock { $0.removeAll() } }
/// }
/// ```
///
/// All functions are called from any thread, also while a save is about to return, so they must not wait. The promises
/// `SnapshotCachePromises` of `GranarySyncTesting` prove a cache of one's own.
public protocol SnapshotCache: Sendable {
    /// How much is kept now.
    var size: CacheSize { get }
    /// The row that was kept last for a key, which counts as a use of it; `nil` if it is not here.
    func row(_ key: CachedKey) -> CachedRow?
    /// Keeps a row, in place of a former one of the key; other rows may be dropped for it, or the row itself.
    func keep(_ row: CachedRow, for key: CachedKey)
    /// Drops the rows of some keys, where they are here.
    func drop(_ keys: [CachedKey])
    /// Drops rows until no more is kept than a size; with ``CacheSize/zero``, all.
    func shrink(to most: CacheSize)
}
