/// Values in the order of their last use: a doubly linked list in an array, and chains of places by key.
struct RecentList<Key: RecentKey, Value: SizedValue>: Sendable {
    private struct Entry: Sendable {
        let key: Key
        let value: Value
        /// The place of the next one in its chain; -1 for none.
        var next: Int
    }

    /// The neighbours of an entry in the order of use; apart from the values, so that many fit into a processor's cache.
    private struct Link: Sendable {
        /// The place of the one that was used next before it; -1 for none.
        var older = -1
        /// The place of the one that was used next after it; -1 for none.
        var newer = -1
    }

    /// The first place of each chain, -1 for none: at least as many as there are values, and a power of two.
    private var chains: ContiguousArray<Int> = []
    /// The entry of each place; `nil` where it is free.
    private var entries: ContiguousArray<Entry?> = []
    private var links: ContiguousArray<Link> = []
    /// The places without an entry.
    private var free: [Int] = []
    private var newest = -1
    private var oldest = -1
    private var count = 0
    private var bytes = 0

    /// How much is here.
    var size: CacheSize { CacheSize(rows: count, bytes: bytes) }

    /// The value of a key, which becomes the newest.
    mutating func use(_ key: Key) -> Value? {
        guard let place = place(of: key) else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return entries[place]?.value
    }

    /// Adds a value of a key that has none, as the newest.
    mutating func add(_ value: Value, _ key: Key) {
        if count == chains.count { lengthen() }
        let chain = chain(of: key)
        let entry = Entry(key: key, value: value, next: chains[chain])
        let place = free.popLast() ?? entries.count
        if place < entries.count {
            entries[place] = entry
        } else {
            entries.append(entry)
            links.append(Link())
        }
        chains[chain] = place
        count += 1
        bytes += value.bytes
        link(place)
    }

    /// Removes the value of a key, if there is one.
    mutating func remove(_ key: Key) {
        guard let place = place(of: key) else { return }
        unchain(place, key)
        unlink(place)
        count -= 1
        bytes -= entries[place]?.value.bytes ?? 0
        entries[place] = nil
        free.append(place)
    }

    /// Removes the oldest values until no more is here than a size.
    mutating func shrink(to most: CacheSize) {
        while oldest >= 0, let entry = entries[oldest], !size.fits(in: most) { remove(entry.key) }
        // What was freed for good is given back, and not only for the next values.
        if count == 0 { self = RecentList() }
    }

    // MARK: Chains

    /// The place of a key that has a value.
    private func place(of key: Key) -> Int? {
        if count == 0 { return nil }
        var place = chains[chain(of: key)]
        while place >= 0, let entry = entries[place] {
            if entry.key == key { return place }
            place = entry.next
        }
        return nil
    }

    /// The chain of a key, where there are any.
    private func chain(of key: Key) -> Int {
        let shift = 64 - chains.count.trailingZeroBitCount
        return Int(truncatingIfNeeded: key.mixed &>> UInt64(truncatingIfNeeded: shift))
    }

    /// Doubles the number of chains, so that they stay short.
    private mutating func lengthen() {
        let length = max(chains.count * 2, 16)
        chains.removeAll(keepingCapacity: true)
        chains.reserveCapacity(length)
        for _ in 0..<length { chains.append(-1) }
        for place in entries.indices {
            guard let key = entries[place]?.key else { continue }
            let chain = chain(of: key)
            entries[place]?.next = chains[chain]
            chains[chain] = place
        }
    }

    /// Takes the place of a key out of its chain.
    private mutating func unchain(_ place: Int, _ key: Key) {
        guard let next = entries[place]?.next else { return }
        let chain = chain(of: key)
        var before = chains[chain]
        if before == place {
            chains[chain] = next
            return
        }
        while before >= 0, let after = entries[before]?.next {
            if after == place {
                entries[before]?.next = next
                return
            }
            before = after
        }
    }

    // MARK: Order of use

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
