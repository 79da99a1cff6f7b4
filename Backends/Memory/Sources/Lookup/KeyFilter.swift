internal import GranaryStore

/// A set of keys with a few false positives.
struct KeyFilter: Sendable {
    /// How many keys may be inserted before too many others seem to be contained.
    static let capacity = 4_096

    private var words = [UInt64](repeating: 0, count: 1_024)
    /// How many keys were inserted.
    private(set) var count = 0

    /// Adds a key.
    mutating func insert(_ key: ObjectKey) {
        let bit = Self.bit(of: key)
        words[bit / 64] |= 1 << UInt64(bit % 64)
        count += 1
    }

    /// Whether a key was inserted; true for some that were not.
    func mayContain(_ key: ObjectKey) -> Bool {
        let bit = Self.bit(of: key)
        return words[bit / 64] & 1 << UInt64(bit % 64) != 0
    }

    private static func bit(of key: ObjectKey) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) % 65_536)
    }
}
