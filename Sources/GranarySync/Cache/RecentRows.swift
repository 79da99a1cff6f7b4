import Synchronization

/// The rows that were used last, up to a size: the cache that Granary makes.
///
/// - Complexity: O(1) for each row that is read, kept or dropped.
package final class RecentRows: SnapshotCache {
    private let most: CacheSize
    private let list = Mutex(RecentList<CachedKey, CachedRow>())

    /// An empty cache for as much as a size.
    package init(most: CacheSize) { self.most = most }

    package var size: CacheSize { list.withLock { $0.size } }

    package func row(_ key: CachedKey) -> CachedRow? { list.withLock { $0.use(key) } }

    package func keep(_ row: CachedRow, for key: CachedKey) {
        list.withLock { list in
            list.remove(key)
            // It would drop all others, and then itself.
            if row.bytes > most.bytes || most.rows == 0 { return }
            list.add(row, key)
            list.shrink(to: most)
        }
    }

    package func drop(_ keys: [CachedKey]) {
        list.withLock { list in
            for key in keys { list.remove(key) }
        }
    }

    package func shrink(to most: CacheSize) { list.withLock { $0.shrink(to: most) } }
}
