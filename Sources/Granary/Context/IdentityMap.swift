/// The objects of one entity in one context, by key: at most one object per key.
///
/// Objects stand in a dense list; an open-addressing table finds their places by the key's bits. Each slot of
/// the table also holds the hash, so that probing touches no object but the one that is meant. The map holds
/// its objects strongly; ``sweep(_:_:)`` lets go of those that nobody else holds.
package struct IdentityMap {
    private struct Entry {
        var bits: KeyBits
        var object: AnyObject?
    }

    private var entries: ContiguousArray<Entry> = []
    /// In each slot the hash in the upper half and the place in the lower.
    private var table: ContiguousArray<UInt64> = []
    private var free: ContiguousArray<UInt32> = []
    private var tombstones = 0

    private static let empty = UInt64.max
    private static let removed = UInt64.max - 1

    /// How many objects are in the map.
    package private(set) var count = 0
    /// The number of objects at which the next sweep is due.
    package var sweepThreshold = 4096

    /// Makes an empty map.
    package init() {}

    /// The object with a key.
    ///
    /// Complexity: O(1) on average.
    package func object(_ bits: KeyBits) -> AnyObject? {
        place(of: bits).flatMap { entries[Int($0)].object }
    }

    /// The place of the object with a key.
    ///
    /// Complexity: O(1) on average.
    @inline(__always)
    package func place(of bits: KeyBits) -> UInt32? {
        guard !table.isEmpty else { return nil }
        let mask = table.count &- 1
        let hash = Self.hash(bits)
        var index = Int(hash) & mask
        while true {
            let slot = table[index]
            if slot == Self.empty { return nil }
            if slot &>> 32 == UInt64(hash), slot != Self.removed, entries[Self.place(slot)].bits == bits {
                return UInt32(truncatingIfNeeded: slot)
            }
            index = (index &+ 1) & mask
        }
    }

    /// The object at a place; `nil` when it was removed.
    package func object(at place: UInt32) -> AnyObject? {
        place < entries.count ? entries[Int(place)].object : nil
    }

    /// Adds an object whose key is not in the map; returns its place.
    package mutating func insert(_ object: AnyObject, _ bits: KeyBits) -> UInt32 {
        if (count &+ tombstones &+ 1) &* 2 > table.count { rehash() }
        let place: UInt32
        if let reused = free.popLast() {
            place = reused
            entries[Int(place)] = Entry(bits: bits, object: object)
        } else {
            place = UInt32(truncatingIfNeeded: entries.count)
            entries.append(Entry(bits: bits, object: object))
        }
        link(Self.slot(Self.hash(bits), place))
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
        let hash = Self.hash(entries[Int(place)].bits)
        let slot = Self.slot(hash, place)
        var index = Int(hash) & mask
        while table[index] != slot {
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

    private mutating func link(_ slot: UInt64) {
        let mask = table.count &- 1
        var index = Int(slot &>> 32) & mask
        while table[index] != Self.empty {
            if table[index] == Self.removed {
                tombstones &-= 1
                break
            }
            index = (index &+ 1) & mask
        }
        table[index] = slot
    }

    private mutating func rehash() {
        // Room for half as many more, so that removing and adding in turns does not rehash each time.
        var capacity = 16
        while capacity < (count &+ 1) &* 3 { capacity &*= 2 }
        let old = table
        table = ContiguousArray(repeating: Self.empty, count: capacity)
        tombstones = 0
        for slot in old where slot < Self.removed { link(slot) }
    }

    private static func slot(_ hash: UInt32, _ place: UInt32) -> UInt64 {
        UInt64(hash) &<< 32 | UInt64(place)
    }
    private static func place(_ slot: UInt64) -> Int { Int(slot & 0xFFFF_FFFF) }

    private static func hash(_ bits: KeyBits) -> UInt32 {
        let mixed = (bits.low ^ (bits.high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
        return UInt32(truncatingIfNeeded: mixed &>> 32)
    }
}
