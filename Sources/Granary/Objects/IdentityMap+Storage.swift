extension IdentityMap {
    /// Gives an object a place: one that was freed, or the next one.
    @inlinable func takePlace(_ object: consuming AnyObject, _ bits: KeyBits) -> UInt32 {
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

    /// Makes room for twice as many places.
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

    /// Enters a key whose place is known into the table.
    @inlinable func link(_ bits: KeyBits, _ place: UInt32) {
        var index = Self.hash(bits) & mask
        while table[index].place != Self.empty {
            if table[index].place == Self.removed {
                tombstones &-= 1
                break
            }
            index = (index &+ 1) & mask
        }
        table[index] = Slot(tag: Self.tag(bits), place: place)
    }

    /// Makes the table anew, as large as the objects need, without what was removed.
    @usableFromInline func rehash() {
        // Room for half as many more, so that removing and adding in turns does not rehash each time.
        var capacity = Self.smallestTable
        while capacity < (count &+ 1) &* 3 { capacity &*= 2 }
        if count == 0 { forgetPlaces() }
        table.deallocate()
        table = .allocate(capacity: capacity)
        table.initialize(repeating: Slot(tag: 0, place: Self.empty), count: capacity)
        mask = capacity - 1
        tombstones = 0
        for place in 0..<end where objects[place] != nil {
            link(keys[place], UInt32(truncatingIfNeeded: place))
        }
    }

    /// Begins with the first place again, where no object is left.
    private func forgetPlaces() {
        objects.deinitialize(count: end)
        end = 0
        free.removeAll(keepingCapacity: true)
    }

    /// Eight consecutive numbers stay side by side, which is one line of the processor's cache; where they stand
    /// is mixed.
    @inlinable static func hash(_ bits: KeyBits) -> Int {
        let word = bits.low ^ (bits.high &* 0x9E37_79B9_7F4A_7C15)
        let mixed = ((word &>> 3) &* 0xD6E8_FEB8_6659_FD93) &>> 32
        return Int(truncatingIfNeeded: (mixed & ~7) | (word & 7))
    }

    /// Lets go of all objects that nobody else holds and for which `mayGo` holds.
    @inlinable package func sweep(_ mayGo: (AnyObject) -> Bool) {
        var gone: ContiguousArray<AnyObject> = []
        for place in 0..<end where isFree(place, mayGo) {
            guard let object = take(at: place) else { continue }
            gone.append(object)
            count &-= 1
            free.append(UInt32(truncatingIfNeeded: place))
        }
        if !gone.isEmpty { rehash() }
        sweepThreshold = max(Self.smallestSweep, count * 2)
        // The last step: the end of an object may set off anything.
        withExtendedLifetime(gone) {}
    }

    /// The same among the objects at some places.
    @inlinable package func sweep(_ places: [UInt32], _ mayGo: (AnyObject) -> Bool) {
        for place in places where place < end && isFree(Int(place), mayGo) { remove(at: place) }
    }

    @inlinable func isFree(_ place: Int, _ mayGo: (AnyObject) -> Bool) -> Bool {
        guard objects[place] != nil, isKnownUniquelyReferenced(&objects[place]), let object = objects[place]
        else { return false }
        return mayGo(object)
    }
}
