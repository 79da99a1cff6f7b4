/// The objects of one entity in one context, by key: at most one object per key.
///
/// Objects stand in a dense list; an open-addressing table of 4-byte places finds them by the key's bits. The map holds its
/// objects strongly; ``sweep(_:)`` lets go of those that nobody else holds.
package struct IdentityMap {
    private struct Entry {
        var bits: KeyBits
        var object: AnyObject?
    }

    private var entries: ContiguousArray<Entry> = []
    private var table: ContiguousArray<UInt32> = []
    private var free: ContiguousArray<UInt32> = []
    private var tombstones = 0

    private static let empty = UInt32.max
    private static let removed = UInt32.max - 1

    /// How many objects are in the map.
    package private(set) var count = 0
    /// The number of objects at which the next sweep is due.
    package var sweepThreshold = 4096

    package init() {}

    /// The object with a key. Complexity: O(1) on average.
    package func object(_ bits: KeyBits) -> AnyObject? {
        guard !table.isEmpty else { return nil }
        let mask = table.count &- 1
        var index = Self.hash(bits) & mask
        while true {
            let place = table[index]
            if place == Self.empty { return nil }
            if place != Self.removed, entries[Int(place)].bits == bits { return entries[Int(place)].object }
            index = (index &+ 1) & mask
        }
    }

    /// The object at a place; `nil` when it was removed.
    package func object(at place: UInt32) -> AnyObject? {
        place < entries.count ? entries[Int(place)].object : nil
    }

    /// Adds an object whose key is not in the map; returns its place.
    package mutating func insert(_ object: AnyObject, _ bits: KeyBits) -> UInt32 {
        if (count &+ tombstones &+ 1) &* 4 > table.count &* 3 { rehash() }
        let place: UInt32
        if let reused = free.popLast() {
            place = reused
            entries[Int(place)] = Entry(bits: bits, object: object)
        } else {
            place = UInt32(truncatingIfNeeded: entries.count)
            entries.append(Entry(bits: bits, object: object))
        }
        link(place, bits)
        count &+= 1
        return place
    }

    /// Makes room for more objects.
    package mutating func reserve(_ additional: Int) {
        entries.reserveCapacity(entries.count + additional)
    }

    /// Removes the object at a place.
    package mutating func remove(at place: UInt32) {
        guard place < entries.count, entries[Int(place)].object != nil else { return }
        let mask = table.count &- 1
        var index = Self.hash(entries[Int(place)].bits) & mask
        while table[index] != place {
            if table[index] == Self.empty { return }
            index = (index &+ 1) & mask
        }
        table[index] = Self.removed
        tombstones &+= 1
        entries[Int(place)].object = nil
        free.append(place)
        count &-= 1
    }

    /// Every object with its place.
    package func forEach(_ body: (AnyObject, UInt32) throws -> Void) rethrows {
        for place in entries.indices {
            if let object = entries[place].object { try body(object, UInt32(truncatingIfNeeded: place)) }
        }
    }

    /// Lets go of the objects nobody else holds and for which `mayGo` holds; among `places`, or among all.
    package mutating func sweep(_ places: [UInt32]? = nil, _ mayGo: (AnyObject) -> Bool) {
        if let places {
            for place in places { release(Int(place), mayGo) }
        } else {
            for place in entries.indices { release(place, mayGo) }
        }
        sweepThreshold = max(4096, count * 2)
    }

    /// Removes everything.
    package mutating func removeAll() { self = IdentityMap() }

    private mutating func release(_ place: Int, _ mayGo: (AnyObject) -> Bool) {
        guard place < entries.count, entries[place].object != nil,
            isKnownUniquelyReferenced(&entries[place].object)
        else { return }
        if let object = entries[place].object, !mayGo(object) { return }
        remove(at: UInt32(truncatingIfNeeded: place))
    }

    private mutating func link(_ place: UInt32, _ bits: KeyBits) {
        let mask = table.count &- 1
        var index = Self.hash(bits) & mask
        while table[index] != Self.empty {
            if table[index] == Self.removed {
                tombstones &-= 1
                break
            }
            index = (index &+ 1) & mask
        }
        table[index] = place
    }

    private mutating func rehash() {
        var capacity = 16
        while capacity < (count &+ 1) &* 2 { capacity &*= 2 }
        table = ContiguousArray(repeating: Self.empty, count: capacity)
        tombstones = 0
        for place in entries.indices where entries[place].object != nil {
            link(UInt32(truncatingIfNeeded: place), entries[place].bits)
        }
    }

    private static func hash(_ bits: KeyBits) -> Int {
        let mixed = (bits.low ^ (bits.high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: mixed ^ (mixed &>> 32))
    }
}
