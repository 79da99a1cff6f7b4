internal import Synchronization

/// The integer keys that a stack gives to new objects of one entity: from reserved blocks, without keys that the program
/// has set.
///
/// A store starts each block above every stored key and every earlier block, but does not know keys that are not saved
/// yet. Contexts claim the unsaved keys that the program has set. The supply leaves claimed keys out of the block in use,
/// and out of later ones until they are released.
package final class KeySupply: Sendable {
    private struct Contents {
        var block = KeyBlock()
        /// Blocks for later: threads that used up a block at the same time have each reserved one.
        var others: [KeyBlock] = []
        /// No later block has a key below this one.
        var reserved = Int64.min
        /// The claims by their owners, of keys that a later block may have.
        var claims: [ObjectIdentifier: KeySet] = [:]
        /// The number of keys given out and claimed, and of words of claims visited.
        var work = 0

        /// Puts the block with the lowest keys first: the thread that reserved it may arrive later than others, and no
        /// unused keys may remain between assigned ones.
        mutating func openLowest() {
            if block.next < block.end { others.append(block) }
            others.sort { $0.next < $1.next }
            block = others.removeFirst()
        }

        mutating func nextKey() -> Int64? {
            while true {
                if let key = block.removeFirst() { return key }
                if others.isEmpty { return nil }
                block = others.removeFirst()
            }
        }
    }

    private let contents = Mutex(Contents())

    /// Makes a supply without keys.
    package init() {}

    /// The next key of the block in use; `nil` once it is used up.
    func nextKey() -> Int64? {
        contents.withLock { contents in
            contents.work += 1
            return contents.nextKey()
        }
    }

    /// The number of keys for the next block: twice as many as the last one had, from 32 to 8192.
    var nextSize: Int { contents.withLock { min(max($0.block.size * 2, 32), 8192) } }

    /// Adds a block that has been reserved, and takes the next key; `nil` if all are claimed.
    func fill(_ first: Int64, _ size: Int) -> Int64? {
        contents.withLock { contents in
            var block = KeyBlock(first: first, size: size)
            // A saved key is no longer claimed, but still belongs to others.
            for claims in contents.claims.values { contents.work += 1 + block.leaveOut(claims) }
            contents.reserved = max(contents.reserved, block.end)
            contents.others.append(block)
            contents.openLowest()
            return contents.nextKey()
        }
    }

    /// The keys that are left in reserved blocks, as runs of consecutive ones in their order.
    var runs: [ClosedRange<Int64>] {
        contents.withLock { contents in
            if contents.others.isEmpty { return contents.block.runs }
            return ([contents.block] + contents.others).flatMap(\.runs).sorted {
                $0.lowerBound < $1.lowerBound
            }
        }
    }

    /// Leaves keys out of reserved blocks.
    func leaveOut(_ keys: some Sequence<Int64>) {
        contents.withLock { contents in
            for key in keys {
                contents.block.leaveOut(key)
                for index in contents.others.indices { contents.others[index].leaveOut(key) }
            }
        }
    }

    /// Excludes a key and a number of keys after it, until their owner releases them; returns those that are now
    /// excluded, or that nobody is given anyway.
    func claim(_ key: Int64, _ count: Int64, for owner: KeyClaims) -> ClosedRange<Int64> {
        let (end, overflow) = key.addingReportingOverflow(count - 1)
        let last = overflow ? .max : end
        return contents.withLock { contents in
            contents.work += 1
            if key >= contents.reserved {
                contents.claims[ObjectIdentifier(owner), default: KeySet()].insert(key...last)
                return key...last
            }
            if key < contents.block.next, contents.others.isEmpty {
                return key...min(last, contents.block.next - 1)
            }
            // Those that follow it stay in the block, so that the keys of objects have no gaps.
            contents.block.leaveOut(key)
            for index in contents.others.indices { contents.others[index].leaveOut(key) }
            return key...key
        }
    }

    /// Releases the claims of an owner.
    fileprivate func release(_ owner: KeyClaims) {
        contents.withLock { _ = $0.claims.removeValue(forKey: ObjectIdentifier(owner)) }
    }

    /// The number of keys given out and claimed, and of words of claims visited, so far.
    package var work: Int { contents.withLock { $0.work } }
}

/// The integer keys that the program has given to new objects of one context, until they are saved or given up.
///
/// Deallocating this object releases the claims.
package final class KeyClaims {
    private var supplies: [ObjectIdentifier: KeySupply] = [:]

    /// Makes an object without claims.
    init() {}

    deinit { for supply in supplies.values { supply.release(self) } }

    /// Claims a key and up to `count` in all that follow it, and returns those that need not be claimed any more.
    func add(_ key: Int64, _ count: Int64, of supply: KeySupply) -> ClosedRange<Int64> {
        supplies[ObjectIdentifier(supply)] = supply
        return supply.claim(key, count, for: self)
    }
}
