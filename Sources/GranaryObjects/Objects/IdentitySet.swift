/// A set of objects by identity, each with a position, with a very cheap hash.
///
/// It holds no references: its owner must keep the objects alive.
struct IdentitySet {
    private var table: ContiguousArray<UInt> = []
    private var positions: ContiguousArray<Int> = []
    private(set) var count = 0

    /// Makes a set of some objects.
    init(_ objects: some Sequence<any Model> = EmptyCollection()) {
        for object in objects { insert(object) }
    }

    /// Makes a set of the objects of a list and their positions.
    init(inOrder objects: ContiguousArray<any Model>) {
        for (position, object) in objects.enumerated() { insert(object, at: position) }
    }

    /// The position of an object that is in the set.
    ///
    /// Complexity: O(1) on average.
    func position(of object: any Model) -> Int? {
        guard !table.isEmpty, case let slot = slot(of: Self.word(object)), table[slot] != 0 else {
            return nil
        }
        return positions[slot]
    }

    /// Whether an object is in the set.
    ///
    /// Complexity: O(1) on average.
    func contains(_ object: any Model) -> Bool {
        guard !table.isEmpty else { return false }
        return table[slot(of: Self.word(object))] != 0
    }

    /// Adds an object unless it is in the set.
    mutating func insert(_ object: any Model, at position: Int = 0) {
        if (count &+ 1) &* 2 > table.count { grow() }
        let word = Self.word(object)
        let slot = slot(of: word)
        if table[slot] == word { return }
        table[slot] = word
        positions[slot] = position
        count &+= 1
    }

    /// Removes an object if it is in the set.
    mutating func remove(_ object: any Model) {
        if table.isEmpty { return }
        let mask = table.count &- 1
        var hole = slot(of: Self.word(object))
        if table[hole] == 0 { return }
        count &-= 1
        // Move each following entry into the hole, unless that would put it before its home slot.
        var index = (hole &+ 1) & mask
        while table[index] != 0 {
            let home = home(of: table[index])
            if (index &- home) & mask >= (index &- hole) & mask {
                table[hole] = table[index]
                positions[hole] = positions[index]
                hole = index
            }
            index = (index &+ 1) & mask
        }
        table[hole] = 0
    }

    /// The slot of a word: the one that holds it, or else the empty one where it would go.
    private func slot(of word: UInt) -> Int {
        let mask = table.count &- 1
        var index = home(of: word)
        while table[index] != 0, table[index] != word { index = (index &+ 1) & mask }
        return index
    }

    /// The first slot to try for a word.
    private func home(of word: UInt) -> Int {
        // Objects are aligned to 16 bytes, and the upper half of the product is the best mixed.
        Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) &>> 32) & (table.count &- 1)
    }

    private mutating func grow() {
        let (old, oldPositions) = (table, positions)
        table = ContiguousArray(repeating: 0, count: max(32, old.count &* 2))
        positions = ContiguousArray(repeating: 0, count: table.count)
        for (index, word) in old.enumerated() where word != 0 {
            let slot = slot(of: word)
            table[slot] = word
            positions[slot] = oldPositions[index]
        }
    }

    private static func word(_ object: any Model) -> UInt { UInt(bitPattern: ObjectIdentifier(object)) }
}
