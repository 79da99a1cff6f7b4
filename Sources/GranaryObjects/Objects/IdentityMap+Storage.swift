extension IdentityMap {
    /// Stores an object at a freed place or at the next new one, and returns the place.
    @inlinable func store(_ object: consuming AnyObject, _ bits: KeyBits) -> UInt32 {
        if !free.isEmpty, let place = free.popLast() {
            objects[Int(place)] = object
            keys[Int(place)] = bits
            return place
        }
        if end == room { grow() }
        (objects + end).initialize(to: object)
        (keys + end).initialize(to: bits)
        end &+= 1
        return UInt32(truncatingIfNeeded: end &- 1)
    }

    /// Doubles the number of places.
    @usableFromInline func grow() {
        let (oldObjects, oldKeys) = (objects, keys)
        room *= 2
        objects = .allocate(capacity: room)
        keys = .allocate(capacity: room)
        objects.moveInitialize(from: oldObjects, count: end)
        keys.moveInitialize(from: oldKeys, count: end)
        oldObjects.deallocate()
        oldKeys.deallocate()
    }

    /// Adds a key with a known place to the table.
    @inlinable func link(_ bits: KeyBits, _ place: UInt32) {
        var index = home(of: bits)
        while table[index].place != Self.empty {
            // The key is in no later slot, since callers add only keys that are not in the map.
            if table[index].place == Self.removed {
                tombstones &-= 1
                break
            }
            index = (index &+ 1) & mask
        }
        table[index] = Slot(tag: Self.tag(bits), place: place)
    }

    /// Rebuilds the table, sized for the current objects and without tombstones.
    @usableFromInline func rehash() {
        // Leaves room for half as many more, so that alternating removals and insertions do not rehash each time.
        var capacity = Self.smallestTable
        while capacity < (count &+ 1) &* 3 { capacity &*= 2 }
        if count == 0 { resetPlaces() }
        table.deallocate()
        table = .allocate(capacity: capacity)
        table.initialize(repeating: Slot(tag: 0, place: Self.empty), count: capacity)
        mask = capacity - 1
        shift = Self.shift(forTableOf: capacity)
        tombstones = 0
        for place in 0..<end where objects[place] != nil {
            link(keys[place], UInt32(truncatingIfNeeded: place))
        }
    }

    /// Starts again at the first place when no object is left.
    private func resetPlaces() {
        objects.deinitialize(count: end)
        end = 0
        free.removeAll(keepingCapacity: true)
    }

    /// The slot at which the search for a key begins: eight consecutive numbers share one cache line, and the lines are
    /// scattered.
    @inlinable package func home(of bits: KeyBits) -> Int {
        let word = bits.low ^ (bits.high &* 0x9E37_79B9_7F4A_7C15)
        // The highest bits of a multiple of the golden ratio lie as far from each other as possible for consecutive
        // numbers, for every size of the table. Bits from the middle of a product made runs of a hundred full slots: 57
        // steps for each row of 5,000, where this takes 1.
        let line = ((word &>> 3) &* 0x9E37_79B9_7F4A_7C15) &>> shift
        return Int(truncatingIfNeeded: (line &<< 3) | (word & 7))
    }

    /// The shift for a table of a size, whose lines have eight slots each.
    static func shift(forTableOf size: Int) -> UInt64 { UInt64(64 - (size / 8).trailingZeroBitCount) }

    /// Releases all objects that have no other owner and for which `mayGo` holds.
    @inlinable package func sweep(_ mayGo: (AnyObject) -> Bool) {
        var gone: ContiguousArray<AnyObject> = []
        for place in 0..<end where isFree(place, mayGo) {
            guard let object = extract(at: place) else { continue }
            gone.append(object)
            count &-= 1
            free.append(UInt32(truncatingIfNeeded: place))
        }
        // One rebuild instead of a tombstone for each object, which every later search would have to skip.
        if !gone.isEmpty { rehash() }
        sweepThreshold = max(Self.smallestSweep, count * 2)
        // Last, because deallocating an object may run any code.
        withExtendedLifetime(gone) {}
    }

    /// Does the same among the objects at some places.
    @inlinable package func sweep(_ places: [UInt32], _ mayGo: (AnyObject) -> Bool) {
        for place in places where place < end && isFree(Int(place), mayGo) { remove(at: place) }
    }

    @inlinable func isFree(_ place: Int, _ mayGo: (AnyObject) -> Bool) -> Bool {
        guard objects[place] != nil, isKnownUniquelyReferenced(&objects[place]), let object = objects[place]
        else { return false }
        return mayGo(object)
    }
}
