/// The objects of one entity in one context, by key: at most one object per key.
///
/// The objects are in a separate dense list, small enough for the processor's cache; an open-addressing table finds
/// their places by the key's bits. A look-up mostly waits for memory, so a slot of the table is only eight bytes: the
/// place, and a part of the key, which for integer keys below 2³² is the whole key. The map holds its objects strongly;
/// ``_sweep(_:_:)`` releases those without another owner.
///
/// Code that runs once per row or look-up is inlinable, so that the compiler specializes it for each model. The map is
/// a class with manually allocated memory because arrays in a structure cost a retain, a release and an exclusivity
/// check at every look-up. Only the owner of the context uses it, and every access to a variable is a single read or
/// write, so the runtime's exclusivity checks are not needed.
@usableFromInline package final class IdentityMap {
    /// A slot of the table: the lowest bits of a key, and the place of its object.
    @frozen @usableFromInline struct Slot {
        @usableFromInline let tag: UInt32
        /// The place, or a mark for an empty or removed slot.
        @usableFromInline var place: UInt32

        @inlinable init(tag: UInt32, place: UInt32) {
            self.tag = tag
            self.place = place
        }
    }

    @inlinable static var empty: UInt32 { .max }
    @inlinable static var removed: UInt32 { .max - 1 }

    /// The table; its size is a power of two, and at least half of its slots are empty.
    @exclusivity(unchecked) @usableFromInline var table: UnsafeMutablePointer<Slot>
    /// The size of the table minus one.
    @exclusivity(unchecked) @usableFromInline var mask: Int
    /// By how many bits a scattered key is shifted to give the number of a line of the table.
    @exclusivity(unchecked) @usableFromInline var shift: UInt64
    /// The objects and the bits of their keys by place, up to ``end``.
    @exclusivity(unchecked) @usableFromInline var objects: UnsafeMutablePointer<AnyObject?>
    @exclusivity(unchecked) @usableFromInline var keys: UnsafeMutablePointer<KeyBits>
    /// The number of allocated places.
    @exclusivity(unchecked) @usableFromInline var room: Int
    /// The number of places used so far, including freed ones.
    @exclusivity(unchecked) @usableFromInline package var end = 0
    /// The bits above the lowest 32 that any key has set; 0 while keys are small integers.
    @exclusivity(unchecked) @usableFromInline var upperBits: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline var free: [UInt32] = []
    @exclusivity(unchecked) @usableFromInline var tombstones = 0

    /// How many objects are in the map.
    @exclusivity(unchecked) @usableFromInline package var count = 0
    /// The number of objects at which the next sweep is due.
    @exclusivity(unchecked) @usableFromInline package var sweepThreshold = smallestSweep

    static let smallestTable = 16
    /// Small enough that objects that are used once and released stay in the processor's cache.
    @inlinable static var smallestSweep: Int { 1_024 }

    /// Makes an empty map.
    package init() {
        mask = Self.smallestTable - 1
        shift = Self.shift(forTableOf: Self.smallestTable)
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
        var index = home(of: bits)
        while true {
            let slot = table[index]
            if slot.place == Self.empty { return nil }
            if slot.tag == Self.tag(bits), slot.place != Self.removed, isWhole(slot, bits) {
                return slot.place
            }
            index = (index &+ 1) & mask
        }
    }

    /// Whether a slot with the right lowest bits has the whole key.
    @inlinable func isWhole(_ slot: Slot, _ bits: KeyBits) -> Bool {
        upperBits | Self.upper(bits) == 0 || keys[Int(slot.place)] == bits
    }

    @inlinable static func tag(_ bits: KeyBits) -> UInt32 { UInt32(truncatingIfNeeded: bits.low) }

    @inlinable static func upper(_ bits: KeyBits) -> UInt64 { bits.high | bits.low &>> 32 }

    /// The object at a place; `nil` if it was removed.
    @inlinable package func object(at place: UInt32) -> AnyObject? {
        place < end ? objects[Int(place)] : nil
    }

    /// Adds an object whose key is not in the map; returns its place.
    @inlinable package func insert(_ object: consuming AnyObject, _ bits: KeyBits) -> UInt32 {
        if (count &+ tombstones &+ 1) &* 2 > mask { rehash() }
        // Never taken back: one key with higher bits is enough to make slots ambiguous
        // (Docs/Decisions/lifetime-of-objects-and-sessions.md).
        upperBits |= Self.upper(bits)
        let place = store(object, bits)
        link(bits, place)
        count &+= 1
        return place
    }

    /// Removes the object at a place.
    @usableFromInline package func remove(at place: UInt32) {
        guard place < end, objects[Int(place)] != nil else { return }
        var index = home(of: keys[Int(place)])
        while table[index].place != place {
            if table[index].place == Self.empty { return }
            index = (index &+ 1) & mask
        }
        // Not empty, or the search for a key that collided with this one would end here.
        table[index].place = Self.removed
        tombstones &+= 1
        free.append(place)
        count &-= 1
        // Last, because deallocating an object may run any code.
        objects[Int(place)] = nil
    }

    /// Every object with its place.
    package func forEach(_ body: (AnyObject, UInt32) throws -> Void) rethrows {
        for place in 0..<end {
            if let object = objects[place] { try body(object, UInt32(truncatingIfNeeded: place)) }
        }
    }

    /// Moves the contents into a new map, and leaves this one empty.
    @usableFromInline package func moveOut() -> IdentityMap {
        let other = IdentityMap()
        (table, other.table) = (other.table, table)
        (mask, other.mask) = (other.mask, mask)
        (shift, other.shift) = (other.shift, shift)
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

    /// Removes and returns the object at a place without freeing the place: for a map that is discarded.
    @inlinable func extract(at place: Int) -> AnyObject? {
        defer { objects[place] = nil }
        return objects[place]
    }
}
