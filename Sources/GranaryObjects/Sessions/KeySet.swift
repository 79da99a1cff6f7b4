/// A set of positive integer keys, in which keys close together share a word.
struct KeySet {
    /// Words of 64 keys each, by their numbers.
    private var words: [Int64: UInt64] = [:]

    /// Makes an empty set.
    init() {}

    /// Whether it has no key.
    var isEmpty: Bool { words.isEmpty }

    /// Adds the keys of a range.
    ///
    /// Complexity: O(keys / 64).
    mutating func insert(_ keys: ClosedRange<Int64>) {
        for number in Self.number(of: keys.lowerBound)...Self.number(of: keys.upperBound) {
            let first = max(keys.lowerBound, number << 6) & 63
            let last = min(keys.upperBound, number << 6 | 63) & 63
            words[number, default: 0] |= (UInt64.max << first) & (UInt64.max >> (63 - last))
        }
    }

    /// Adds those keys of another set that are in a range, and returns the number of words visited.
    ///
    /// Complexity: O(the fewer of the words of the range and those of the other set).
    mutating func insert(_ others: KeySet, in keys: ClosedRange<Int64>) -> Int {
        let numbers = Self.number(of: keys.lowerBound)...Self.number(of: keys.upperBound)
        // A word may reach beyond the range, and its other keys belong to nobody.
        if others.words.count < numbers.count {
            for (number, word) in others.words where numbers.contains(number) {
                words[number, default: 0] |= word
            }
            return others.words.count
        }
        for number in numbers {
            if let word = others.words[number] { words[number, default: 0] |= word }
        }
        return numbers.count
    }

    /// The first key from one on that is not in the set; `end` if all below it are.
    ///
    /// Complexity: O(keys passed / 64).
    func firstAbsent(from key: Int64, below end: Int64) -> Int64 {
        if words.isEmpty { return key }
        var key = key
        while key < end, let word = words[Self.number(of: key)] {
            let absent = ~word >> (key & 63)
            let following = (Self.number(of: key) + 1) << 6
            if absent != 0 { return min(key + Int64(absent.trailingZeroBitCount), end) }
            // Nothing follows the last word of all.
            key = following > key ? following : end
        }
        return min(key, end)
    }

    private static func number(of key: Int64) -> Int64 { key >> 6 }
}
