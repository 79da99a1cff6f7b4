/// The item of a list that each row matches, found by bits with a very cheap hash.
///
/// It knows neither items nor objects, so its code is the same for every model.
struct MatchTable {
    /// The bits by which each item is matched; `nil` for one whose key is yet to be generated.
    let bits: [KeyBits?]
    /// For each item the position of the object it matches; -1 for none.
    private(set) var matches: [Int]
    /// The positions of the first two items with the same bits.
    private(set) var duplicate: (Int, Int)?
    private var unmatchedCount: Int
    /// For each slot a part of the bits and the position of their item; -1 in an empty one.
    private var slots: ContiguousArray<(tag: UInt32, position: Int32)>
    /// An unpredictable factor, so that keys cannot be chosen to share slots.
    // Odd, since multiplying by an odd number modulo 2⁶⁴ is one to one; an even factor would merge words.
    private let factor = UInt64.random(in: .min ... .max) | 1

    /// Enters the bits of all items.
    init(_ bits: [KeyBits?]) {
        self.bits = bits
        matches = Array(repeating: -1, count: bits.count)
        unmatchedCount = bits.count
        var size = 16
        // Half of the slots stay empty: a search for an absent key ends at one, and would never end in a full table.
        while size < 2 * bits.count { size *= 2 }
        slots = ContiguousArray(repeating: (0, -1), count: size)
        for (position, key) in bits.enumerated() {
            guard let key else { continue }
            let slot = slot(of: key)
            if slots[slot].position >= 0 {
                duplicate = (Int(slots[slot].position), position)
                return
            }
            slots[slot] = (Self.tag(key), Int32(truncatingIfNeeded: position))
        }
    }

    /// The items that no object matches.
    var unmatched: [Int] { unmatchedCount == 0 ? [] : matches.indices.filter { matches[$0] < 0 } }

    /// How many items no object matches that could match one, of those whose bits satisfy a condition.
    func wantedCount(where isCounted: (KeyBits) -> Bool) -> Int {
        if unmatchedCount == 0 { return 0 }
        return matches.indices.count { matches[$0] < 0 && bits[$0].map(isCounted) ?? false }
    }

    /// The position of the item with some bits; `nil` if there is none.
    func position(of bits: KeyBits) -> Int? {
        let position = Int(slots[slot(of: bits)].position)
        return position < 0 ? nil : position
    }

    /// Matches objects with the items that have no match yet, by the objects' bits; the first has the position `first`.
    ///
    /// Returns the positions of the items that now have a match, and those of the objects that match no free item.
    mutating func match(_ objects: [KeyBits], from first: Int) -> (items: [Int], left: [Int]) {
        var (items, left): ([Int], [Int]) = ([], [])
        for (number, key) in objects.enumerated() {
            let item = Int(slots[slot(of: key)].position)
            // Of several rows that match one item the first stays, and the others are deleted
            // (Docs/Decisions/reconciling-and-applied-snapshots.md).
            guard item >= 0, matches[item] < 0 else {
                left.append(number)
                continue
            }
            matches[item] = first + number
            items.append(item)
        }
        unmatchedCount -= items.count
        return (items, left)
    }

    private static func tag(_ bits: KeyBits) -> UInt32 {
        UInt32(truncatingIfNeeded: bits.low ^ bits.low >> 32)
    }

    /// The slot that holds some bits, or else the empty one where they would go.
    private func slot(of key: KeyBits) -> Int {
        let (mask, tag) = (slots.count &- 1, Self.tag(key))
        let mixed = ((key.high ^ key.low) &* factor).multipliedFullWidth(by: factor)
        var slot = Int(truncatingIfNeeded: mixed.high ^ mixed.low) & mask
        while slots[slot].position >= 0 {
            if slots[slot].tag == tag, bits[Int(slots[slot].position)] == key { return slot }
            slot = (slot &+ 1) & mask
        }
        return slot
    }
}
