/// Values in the order of their last use: a doubly linked list in an array, and the places by key.
struct RecentList<Key: Hashable & Sendable, Value: SizedValue>: Sendable {
    private struct Entry: Sendable {
        let key: Key
        let value: Value
    }

    /// The neighbours of an entry in the order of use; apart from the values, so that many fit into a processor's cache.
    private struct Link: Sendable {
        /// The place of the one that was used next before it; -1 for none.
        var older = -1
        /// The place of the one that was used next after it; -1 for none.
        var newer = -1
    }

    private var places: [Key: Int] = [:]
    /// The entry of each place; `nil` where it is free.
    private var entries: ContiguousArray<Entry?> = []
    private var links: ContiguousArray<Link> = []
    /// The places without an entry.
    private var free: [Int] = []
    private var newest = -1
    private var oldest = -1
    private var bytes = 0

    /// How much is here.
    var size: CacheSize { CacheSize(rows: places.count, bytes: bytes) }

    /// The value of a key, which becomes the newest.
    mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return entries[place]?.value
    }

    /// Adds a value of a key that has none, as the newest.
    mutating func add(_ value: Value, _ key: Key) {
        let entry = Entry(key: key, value: value)
        let place = free.popLast() ?? entries.count
        if place < entries.count {
            entries[place] = entry
        } else {
            entries.append(entry)
            links.append(Link())
        }
        places[key] = place
        bytes += value.bytes
        link(place)
    }

    /// Removes the value of a key, if there is one.
    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key) else { return }
        unlink(place)
        bytes -= entries[place]?.value.bytes ?? 0
        entries[place] = nil
        free.append(place)
    }

    /// Removes the oldest values until no more is here than a size.
    mutating func shrink(to most: CacheSize) {
        while oldest >= 0, let entry = entries[oldest], !size.fits(in: most) { remove(entry.key) }
        // What was freed for good is given back, and not only for the next values.
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
