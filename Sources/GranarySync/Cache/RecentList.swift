/// Rows in the order of their last use: a doubly linked list in an array, and the places by key.
struct RecentList: Sendable {
    private struct Entry: Sendable {
        let key: CachedKey
        var row: CachedRow?
    }

    /// The neighbours of an entry in the order of use; apart from the rows, so that many fit into a processor's cache.
    private struct Link: Sendable {
        /// The place of the one that was used next before it; -1 for none.
        var older = -1
        /// The place of the one that was used next after it; -1 for none.
        var newer = -1
    }

    private var places: [CachedKey: Int] = [:]
    private var entries: ContiguousArray<Entry> = []
    private var links: ContiguousArray<Link> = []
    /// The places without an entry.
    private var free: [Int] = []
    private var newest = -1
    private var oldest = -1
    private var bytes = 0

    /// How much is here.
    var size: CacheSize { CacheSize(rows: places.count, bytes: bytes) }

    /// The row of a key, which becomes the newest.
    mutating func use(_ key: CachedKey) -> CachedRow? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return entries[place].row
    }

    /// Adds a row of a key that has none, as the newest.
    mutating func add(_ row: CachedRow, _ key: CachedKey) {
        let entry = Entry(key: key, row: row)
        let place = free.popLast() ?? entries.count
        if place < entries.count {
            entries[place] = entry
        } else {
            entries.append(entry)
            links.append(Link())
        }
        places[key] = place
        bytes += row.bytes
        link(place)
    }

    /// Removes the row of a key, if there is one.
    mutating func remove(_ key: CachedKey) {
        guard let place = places.removeValue(forKey: key) else { return }
        unlink(place)
        bytes -= entries[place].row?.bytes ?? 0
        entries[place].row = nil
        free.append(place)
    }

    /// Removes the oldest rows until no more is here than a size.
    mutating func shrink(to most: CacheSize) {
        while oldest >= 0, !size.fits(in: most) { remove(entries[oldest].key) }
        // What was freed for good is given back, and not only for the next rows.
        if places.isEmpty { self = RecentList() }
    }

    private mutating func link(_ place: Int) {
        links[place] = Link(older: newest)
        if newest >= 0 { links[newest].newer = place } else { oldest = place }
        newest = place
    }

    private mutating func unlink(_ place: Int) {
        let link = links[place]
        if link.older >= 0 { links[link.older].newer = link.newer } else { oldest = link.newer }
        if link.newer >= 0 { links[link.newer].older = link.older } else { newest = link.older }
    }
}
