import Granary
import Synchronization

/// Counts the changes of the rows of a model, so that a row in memory can be compared with those in the store.
///
/// A reader takes the version of a key before it reads the store, and keeps the row with it. A save counts before it
/// returns. So a row whose version is the present one was read after the last save that has returned, in whatever order
/// the two came to the cache. Keys share counts, which costs a row now and then, and never gives a wrong one.
final class CachedVersions: Sendable {
    /// At 2,000 rows a save of one other row makes half a row outdated.
    private static let places = 4_096

    private let counts = InlineArray<4_096, Atomic<UInt64>> { _ in Atomic(0) }
    private let whole = Atomic<UInt64>(0)

    /// The present version of a key.
    func version(of key: KeyBits) -> CachedVersion {
        CachedVersion(
            single: counts[Self.place(key)].load(ordering: .acquiring),
            whole: whole.load(ordering: .acquiring))
    }

    /// Counts a change of the row of a key.
    func change(_ key: KeyBits) { counts[Self.place(key)].add(1, ordering: .acquiringAndReleasing) }

    /// Counts a change of any row.
    func changeAll() { whole.add(1, ordering: .acquiringAndReleasing) }

    private static func place(_ key: KeyBits) -> Int {
        // Numbers in a row are spread, and so are identifiers that begin with a time (Fibonacci hashing).
        let mixed = (key.low ^ (key.high &* 0x9E37_79B9_7F4A_7C15)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 52) & (places - 1)
    }
}
