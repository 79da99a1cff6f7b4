/// A context's knowledge of the keys of one entity's new objects.
@usableFromInline struct NewKeys {
    /// The last run of consecutive keys that were claimed because the program set them.
    @usableFromInline private(set) var claimed: Range<Int64> = 0..<0
    /// The snapshot in which the reserved keys were checked: no row has one of them.
    private var checkedAt = -1

    /// Whether the reserved keys were checked in a snapshot.
    func areChecked(at moment: Int) -> Bool { checkedAt == moment }

    /// Notes that no row of a snapshot has a reserved key.
    mutating func noteCheck(at moment: Int) { checkedAt = moment }

    /// Notes a key as claimed and returns the range to claim; it grows while keys follow each other.
    mutating func claim(_ key: Int64) -> ClosedRange<Int64>? {
        let follows = !claimed.isEmpty && key == claimed.upperBound
        // A claim takes the lock of the stack, so runs double up to 1,024 for imports in key order (decision 121).
        let ahead = follows ? min(Int64(claimed.count), 1_024) : 1
        let (end, overflow) = key.addingReportingOverflow(ahead)
        let range = key..<(overflow ? .max : end)
        guard let last = range.last else { return nil }
        claimed = follows ? claimed.lowerBound..<range.upperBound : range
        return key...last
    }

    /// Forgets the claimed keys.
    mutating func releaseClaims() { claimed = 0..<0 }
}
