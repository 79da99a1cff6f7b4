/// A context's knowledge of the keys of one entity's new objects.
@usableFromInline struct NewKeys {
    /// The last run of consecutive keys that were claimed because the program set them.
    @usableFromInline private(set) var claimed: Range<Int64> = 0..<0
    /// The last run of consecutive keys that were made for this context: nobody else gets one, so none needs a claim.
    @usableFromInline private(set) var made: Range<Int64> = 0..<0
    /// The snapshot in which the reserved keys were checked: no row has one of them.
    private var checkedAt = -1

    /// Whether the reserved keys were checked in a snapshot.
    func areChecked(inSnapshot number: Int) -> Bool { checkedAt == number }

    /// Notes that no row of a snapshot has a reserved key.
    mutating func markChecked(inSnapshot number: Int) { checkedAt = number }

    /// Whether a key no longer needs a claim.
    @inlinable func knows(_ key: Int64) -> Bool { made.contains(key) || claimed.contains(key) }

    /// Notes a key that was made for this context.
    mutating func addMade(_ key: Int64) {
        guard key < .max else { return }
        made = (key == made.upperBound && !made.isEmpty ? made.lowerBound : key)..<(key + 1)
    }

    /// How many keys to claim from one on: more while keys follow each other.
    func claims(from key: Int64) -> Int64 {
        // A claim takes a lock of the stack, so runs double up to 1,024 for imports in key order
        // (Docs/Decisions/values-and-keys.md).
        follows(key) ? min(Int64(claimed.count), 1_024) : 1
    }

    /// Notes claimed keys.
    mutating func addClaimed(_ keys: ClosedRange<Int64>) {
        let end = keys.upperBound < .max ? keys.upperBound + 1 : .max
        claimed = (follows(keys.lowerBound) ? claimed.lowerBound : keys.lowerBound)..<end
    }

    private func follows(_ key: Int64) -> Bool { !claimed.isEmpty && key == claimed.upperBound }

    /// Forgets the claimed keys.
    mutating func releaseClaims() { claimed = 0..<0 }

    /// Forgets which keys were made, since another store may make them too.
    mutating func clearMade() { made = 0..<0 }
}
