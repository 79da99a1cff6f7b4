/// The unused part of a block of integer keys that one stack has reserved.
struct KeyBlock {
    /// The next key, if it is below `end` and not left out.
    private(set) var next: Int64 = 0
    /// The end of the block, exclusive.
    private(set) var end: Int64 = 0
    /// The number of keys reserved.
    let size: Int
    /// Keys that are not given out.
    private var leftOut = KeySet()

    /// Makes an empty block.
    init() { size = 0 }

    /// Makes a block of consecutive keys.
    init(first: Int64, size: Int) {
        next = first
        end = first &+ Int64(size)
        self.size = size
    }

    /// The next key; `nil` when none is left.
    mutating func removeFirst() -> Int64? {
        next = leftOut.firstAbsent(from: next, below: end)
        if next >= end { return nil }
        defer { next += 1 }
        return next
    }

    /// The keys that are left, as runs of consecutive ones in their order.
    ///
    /// Complexity: O(1) for a block without left-out keys, else O(keys).
    var runs: [ClosedRange<Int64>] {
        if leftOut.isEmpty { return next < end ? [next...(end - 1)] : [] }
        var (runs, key): ([ClosedRange<Int64>], Int64) = ([], next)
        while true {
            key = leftOut.firstAbsent(from: key, below: end)
            guard key < end else { return runs }
            if let last = runs.last, last.upperBound == key - 1 {
                runs[runs.count - 1] = last.lowerBound...key
            } else {
                runs.append(key...key)
            }
            key += 1
        }
    }

    /// Removes a key, if it is one of those that are left.
    mutating func leaveOut(_ key: Int64) { if key >= next, key < end { leftOut.insert(key...key) } }

    /// Removes the keys of a set, and returns the number of its words visited.
    mutating func leaveOut(_ keys: KeySet) -> Int {
        next < end ? leftOut.insert(keys, in: next...(end - 1)) : 0
    }
}
