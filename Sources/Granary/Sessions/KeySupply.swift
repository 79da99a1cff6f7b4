internal import Synchronization

/// The integer keys that a stack gives to new objects: from blocks that stores have reserved, without the keys that
/// programs have given to new objects themselves.
///
/// A store begins a block above every key that is stored, but does not know of keys that are still to be saved. So
/// contexts claim these, and they are left out: of the block in use, and of every later one until they are saved.
package final class KeySupply: Sendable {
    private struct Supply {
        var block = KeyBlock()
        var claims: [ObjectIdentifier: [ClosedRange<Int64>]] = [:]
    }

    /// What there is of each entity, by its position in the schema.
    private let supplies: Mutex<[Supply]>

    /// Makes a supply without keys.
    init(entities: Int) { supplies = Mutex(Array(repeating: Supply(), count: entities)) }

    /// The next key of the block in use; `nil` once it is used up.
    func take(_ entity: Int) -> Int64? { supplies.withLock { $0[entity].block.take() } }

    /// How many keys the next block should have: each has twice as many as the one before.
    func nextSize(_ entity: Int) -> Int {
        supplies.withLock { min(max($0[entity].block.size * 2, 32), 8192) }
    }

    /// Puts a new block in the place of the one in use and takes its first key; `nil` when all are claimed.
    func fill(_ entity: Int, _ first: Int64, _ size: Int) -> Int64? {
        supplies.withLock { supplies in
            var block = KeyBlock(next: first, end: first &+ Int64(size), size: min(size, 8192))
            for claim in supplies[entity].claims.values.joined() { block.leaveOut(claim) }
            let key = block.take()
            supplies[entity].block = block
            return key
        }
    }

    /// Where the keys lie that are left of the block in use; `nil` when there are none.
    func remainder(_ entity: Int) -> ClosedRange<Int64>? { supplies.withLock { $0[entity].block.bounds } }

    /// Gives up the keys that are left of the block in use, as far as they lie in a range.
    func drop(_ entity: Int, _ keys: ClosedRange<Int64>) {
        supplies.withLock { $0[entity].block.leaveOut(keys) }
    }

    /// Leaves keys out until their owner releases them.
    func claim(_ keys: ClosedRange<Int64>, of entity: Int, for owner: KeyClaims) {
        supplies.withLock {
            $0[entity].block.leaveOut(keys)
            $0[entity].claims[ObjectIdentifier(owner), default: []].append(keys)
        }
    }

    /// Forgets what an owner has claimed of an entity.
    fileprivate func release(_ owner: KeyClaims, _ entities: Set<Int>) {
        supplies.withLock { supplies in
            for entity in entities { supplies[entity].claims[ObjectIdentifier(owner)] = nil }
        }
    }
}

/// The integer keys that the program has given to new objects of one context, until they are saved or given up:
/// the claims end with this object.
package final class KeyClaims {
    private let supply: KeySupply
    private var entities: Set<Int> = []

    /// Makes claims of nothing.
    init(_ supply: KeySupply) { self.supply = supply }

    deinit { supply.release(self, entities) }

    /// Claims keys of an entity.
    func add(_ keys: ClosedRange<Int64>, of entity: Int) {
        entities.insert(entity)
        supply.claim(keys, of: entity, for: self)
    }
}

/// A block of integer keys that one stack has reserved, as far as it is not used up.
struct KeyBlock {
    /// The next key, where it is not the end.
    var next: Int64 = 0
    /// The key behind the last of those that follow each other.
    var end: Int64 = 0
    /// How many keys were reserved.
    var size = 0
    /// What comes behind a gap, the last first.
    private var others: [Range<Int64>] = []

    /// Makes an empty block.
    init() {}

    /// Makes a block of keys that follow each other.
    init(next: Int64, end: Int64, size: Int) {
        self.next = next
        self.end = end
        self.size = size
    }

    mutating func take() -> Int64? {
        while next >= end {
            guard let other = others.popLast() else { return nil }
            (next, end) = (other.lowerBound, other.upperBound)
        }
        defer { next &+= 1 }
        return next
    }

    /// The smallest and the largest key that are left.
    var bounds: ClosedRange<Int64>? {
        let parts = self.parts
        guard let first = parts.first, let last = parts.last else { return nil }
        return first.lowerBound...(last.upperBound - 1)
    }

    /// Gives up the keys in a range.
    mutating func leaveOut(_ keys: ClosedRange<Int64>) {
        guard let bounds, bounds.overlaps(keys) else { return }
        var left: [Range<Int64>] = []
        for part in parts {
            let below = part.lowerBound..<max(min(part.upperBound, keys.lowerBound), part.lowerBound)
            if !below.isEmpty { left.append(below) }
            guard keys.upperBound < part.upperBound else { continue }
            let above = max(keys.upperBound + 1, part.lowerBound)..<part.upperBound
            if !above.isEmpty { left.append(above) }
        }
        (next, end) = (0, 0)
        others = left.reversed()
    }

    private var parts: [Range<Int64>] {
        (next < end ? [next..<end] : []) + others.reversed()
    }
}
