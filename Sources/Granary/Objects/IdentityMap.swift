/// The objects of one entity in one context, by key: at most one object per key.
///
/// Objects stand in a dense list; an open-addressing table finds their places by the key's bits. A look-up
/// waits for memory longer than for anything else, so a slot of the table is eight bytes: a part of the key,
/// which is all of it where keys are integers below 2³², and the place. The objects stand in a list of their
/// own that is small enough for the processor's cache. The map holds its objects strongly; ``sweep(_:_:)`` lets
/// go of those that nobody else holds.
///
/// What runs once per row or look-up can be inlined, so that it is compiled with the models it serves. It is a
/// class over memory of its own because arrays in a structure cost a retain, a release and an exclusivity check
/// each at every look-up. Used by the owner of its context only, and every access to a variable is a single read
/// or write, so there is nothing for the runtime to watch.
@usableFromInline package final class IdentityMap {
    /// A slot of the table: the lowest bits of a key, and where its object stands.
    @frozen @usableFromInline struct Slot {
        @usableFromInline let tag: UInt32
        /// The place, or what stands for an empty or removed slot.
        @usableFromInline var place: UInt32

        @inlinable init(tag: UInt32, place: UInt32) {
            self.tag = tag
            self.place = place
        }
    }

    @inlinable static var empty: UInt32 { .max }
    @inlinable static var removed: UInt32 { .max - 1 }

    /// The table; its size is a power of two, and half of it at least is empty.
    @exclusivity(unchecked) @usableFromInline var table: UnsafeMutablePointer<Slot>
    /// The size of the table less one.
    @exclusivity(unchecked) @usableFromInline var mask: Int
    /// By place, up to ``end``: the objects, and the bits of their keys.
    @exclusivity(unchecked) @usableFromInline var objects: UnsafeMutablePointer<AnyObject?>
    @exclusivity(unchecked) @usableFromInline var keys: UnsafeMutablePointer<KeyBits>
    /// How many places there is room for.
    @exclusivity(unchecked) @usableFromInline var room: Int
    /// How many places have been given out.
    @exclusivity(unchecked) @usableFromInline package var end = 0
    /// The bits above the lowest 32 that are set in any key; none where keys are small integers.
    @exclusivity(unchecked) @usableFromInline var upperBits: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline var free: [UInt32] = []
    @exclusivity(unchecked) @usableFromInline var tombstones = 0

    /// How many objects are in the map.
    @exclusivity(unchecked) @usableFromInline package var count = 0
    /// The number of objects at which the next sweep is due.
    @exclusivity(unchecked) @usableFromInline package var sweepThreshold = smallestSweep

    static let smallestTable = 16
    /// Small enough that objects which are looked at once and let go of stay in the processor's cache.
    @inlinable static var smallestSweep: Int { 1_024 }

    /// Makes an empty map.
    package init() {
        mask = Self.smallestTable - 1
        room = Self.smallestTable / 2
        table = .allocate(capacity: Self.smallestTable)
        table.initialize(repeating: Slot(tag: 0, place: Self.empty), count: Self.smallestTable)
        objects = .allocate(capacity: room)
        keys = .allocate(capacity: room)
    }

    deinit {
        objects.deinitialize(count: end)
        objects.deallocate()
        keys.deallocate()
        table.deallocate()
    }

    /// The object with a key.
    ///
    /// Complexity: O(1) on average.
    @inlinable package func object(_ bits: KeyBits) -> AnyObject? {
        guard let place = place(of: bits) else { return nil }
        return objects[Int(place)]
    }

    /// The place of the object with a key.
    ///
    /// Complexity: O(1) on average.
    @inlinable package func place(of bits: KeyBits) -> UInt32? {
        var index = Self.hash(bits) & mask
        while true {
            let slot = table[index]
            if slot.place == Self.empty { return nil }
            if slot.tag == Self.tag(bits), slot.place != Self.removed, isWhole(slot, bits) {
                return slot.place
            }
            index = (index &+ 1) & mask
        }
    }

    /// Whether the key of a slot, of which the lowest bits are right, is right as a whole.
    @inlinable func isWhole(_ slot: Slot, _ bits: KeyBits) -> Bool {
        upperBits | Self.upper(bits) == 0 || keys[Int(slot.place)] == bits
    }

    @inlinable static func tag(_ bits: KeyBits) -> UInt32 { UInt32(truncatingIfNeeded: bits.low) }

    @inlinable static func upper(_ bits: KeyBits) -> UInt64 { bits.high | bits.low &>> 32 }

    /// The object at a place; `nil` when it was removed.
    @inlinable package func object(at place: UInt32) -> AnyObject? {
        place < end ? objects[Int(place)] : nil
    }

    /// Adds an object whose key is not in the map; returns its place.
    @inlinable package func insert(_ object: consuming AnyObject, _ bits: KeyBits) -> UInt32 {
        if (count &+ tombstones &+ 1) &* 2 > mask { rehash() }
        upperBits |= Self.upper(bits)
        let place = takePlace(object, bits)
        link(bits, place)
        count &+= 1
        return place
    }

    /// Removes the object at a place.
    @usableFromInline package func remove(at place: UInt32) {
        guard place < end, objects[Int(place)] != nil else { return }
        var index = Self.hash(keys[Int(place)]) & mask
        while table[index].place != place {
            if table[index].place == Self.empty { return }
            index = (index &+ 1) & mask
        }
        table[index].place = Self.removed
        tombstones &+= 1
        free.append(place)
        count &-= 1
        // The last step: the end of an object may set off anything.
        objects[Int(place)] = nil
    }

    /// Every object with its place.
    package func forEach(_ body: (AnyObject, UInt32) throws -> Void) rethrows {
        for place in 0..<end {
            if let object = objects[place] { try body(object, UInt32(truncatingIfNeeded: place)) }
        }
    }

    /// Everything the map holds, in a map of its own; this one is empty from then on.
    @usableFromInline package func moveOut() -> IdentityMap {
        let other = IdentityMap()
        (table, other.table) = (other.table, table)
        (mask, other.mask) = (other.mask, mask)
        (objects, other.objects) = (other.objects, objects)
        (keys, other.keys) = (other.keys, keys)
        (room, other.room) = (other.room, room)
        (end, other.end) = (other.end, end)
        (upperBits, other.upperBits) = (other.upperBits, upperBits)
        (free, other.free) = (other.free, free)
        (tombstones, other.tombstones) = (other.tombstones, tombstones)
        (count, other.count) = (other.count, count)
        return other
    }

    /// Takes the object at a place out, without freeing the place: for a map that is given up.
    @inlinable func take(at place: Int) -> AnyObject? {
        defer { objects[place] = nil }
        return objects[place]
    }
}
