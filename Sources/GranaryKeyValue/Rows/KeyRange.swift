/// The entries whose keys are not before one key, and before another.
struct KeyRange: Sendable, Hashable {
    /// The first key that may be in the range.
    let lower: [UInt8]
    /// The first key after the range.
    let upper: [UInt8]

    /// Makes a range.
    init(lower: [UInt8], upper: [UInt8]) {
        self.lower = lower
        self.upper = upper
    }

    /// The keys that begin with some whole elements.
    init(beginningWith prefix: [UInt8]) {
        lower = prefix
        upper = prefix + [KeyTag.afterAll]
    }

    /// Whether no key can be in the range.
    var isEmpty: Bool { !lower.lexicographicallyPrecedes(upper) }
}
