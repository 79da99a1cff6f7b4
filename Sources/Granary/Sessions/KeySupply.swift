internal import Synchronization

/// The integer keys that a stack gives to new objects: from reserved blocks, without keys that the program has set.
///
/// A store starts each block above every stored key, but does not know keys that are not saved yet. Contexts claim the
/// unsaved keys that the program has set. The supply skips claimed keys, in the block in use and in every later one,
/// until they are released.
package final class KeySupply: Sendable {
    private struct Supply {
        var block = KeyBlock()
        var claims: [ObjectIdentifier: [ClosedRange<Int64>]] = [:]
    }

    /// The block and the claims of each entity, by its position in the schema.
    private let supplies: Mutex<[Supply]>

    /// Makes a supply without keys.
    init(entities: Int) { supplies = Mutex(Array(repeating: Supply(), count: entities)) }

    /// The next key of the block in use; `nil` once it is used up.
    func take(_ entity: Int) -> Int64? { supplies.withLock { $0[entity].block.take() } }

    /// The number of keys for the next block: twice as many as the last one had, from 32 to 8192.
    func nextSize(_ entity: Int) -> Int {
        supplies.withLock { min(max($0[entity].block.size * 2, 32), 8192) }
    }

    /// Replaces the block in use and takes the first key of the new one; `nil` if all its keys are claimed.
    func fill(_ entity: Int, _ first: Int64, _ size: Int) -> Int64? {
        supplies.withLock { supplies in
            var block = KeyBlock(next: first, end: first &+ Int64(size), size: min(size, 8192))
            for claim in supplies[entity].claims.values.joined() { block.leaveOut(claim) }
            let key = block.take()
            supplies[entity].block = block
            return key
        }
    }

    /// The smallest and the largest key left in the block in use; `nil` if none is left.
    func remainder(_ entity: Int) -> ClosedRange<Int64>? { supplies.withLock { $0[entity].block.bounds } }

    /// Removes the keys in a range from the block in use.
    func drop(_ entity: Int, _ keys: ClosedRange<Int64>) {
        supplies.withLock { $0[entity].block.leaveOut(keys) }
    }

    /// Excludes keys until their owner releases them.
    func claim(_ keys: ClosedRange<Int64>, of entity: Int, for owner: KeyClaims) {
        supplies.withLock {
            $0[entity].block.leaveOut(keys)
            $0[entity].claims[ObjectIdentifier(owner), default: []].append(keys)
        }
    }

    /// Releases the claims of an owner.
    fileprivate func release(_ owner: KeyClaims, _ entities: Set<Int>) {
        supplies.withLock { supplies in
            for entity in entities { supplies[entity].claims[ObjectIdentifier(owner)] = nil }
        }
    }
}

/// The integer keys that the program has given to new objects of one context, until they are saved or given up.
///
/// Deallocating this object releases the claims.
package final class KeyClaims {
    private let supply: KeySupply
    private var entities: Set<Int> = []

    /// Makes an object without claims.
    init(_ supply: KeySupply) { self.supply = supply }

    deinit { supply.release(self, entities) }

    /// Claims keys of an entity.
    func add(_ keys: ClosedRange<Int64>, of entity: Int) {
        entities.insert(entity)
        supply.claim(keys, of: entity, for: self)
    }
}

/// The unused part of a block of integer keys that one stack has reserved.
struct KeyBlock {
    /// The next key, if it is below `end`.
    var next: Int64 = 0
    /// The end of the present run of consecutive keys, exclusive.
    var end: Int64 = 0
    /// The number of keys reserved.
    var size = 0
    /// The runs after the present one, in reverse order.
    private var others: [Range<Int64>] = []

    /// Makes an empty block.
    init() {}

    /// Makes a block of consecutive keys.
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

    /// Removes the keys in a range.
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
