import Granary
import Synchronization

/// Counts the changes of the rows of a model, so that a row in memory can be compared with those in the store.
///
/// A reader takes the version of a key before it reads the store, and keeps the row with it. A save counts before it
/// returns. So a row whose version is the present one was read after the last save that has returned, in either order
/// of the two in the cache. Keys share counts, which costs a row now and then, and never gives a wrong one.
final class CachedVersions: Sendable {
    /// Some of the counts, as an array of their whole number holds no atomics.
    private final class Block: Sendable {
        static let places = 1_024
        let counts = InlineArray<1_024, Atomic<UInt64>> { _ in Atomic(0) }
    }

    /// The rows of a cache whose limit is not known.
    static let usualRows = 2_048
    /// Two megabytes.
    private static let mostBlocks = 256

    private let blocks: [Block]
    /// What leaves of a mixed key the number of a count.
    private let shift: UInt64
    private let whole = Atomic<UInt64>(0)

    /// Makes counts for a cache with a limit of rows: two for each, so that a save of one other row makes half a row
    /// outdated.
    init(rows: Int = CachedVersions.usualRows) {
        var count = 1
        while count < Self.mostBlocks, count * Block.places / 2 < rows { count *= 2 }
        blocks = (0..<count).map { _ in Block() }
        shift = UInt64(64 - (count * Block.places).trailingZeroBitCount)
    }

    /// How many counts there are.
    var places: Int { blocks.count * Block.places }

    /// The present version of a key.
    func version(of key: KeyBits) -> CachedVersion {
        let place = place(key)
        return CachedVersion(
            single: blocks[place / Block.places].counts[place % Block.places].load(ordering: .acquiring),
            whole: whole.load(ordering: .acquiring))
    }

    /// Counts a change of the row of a key.
    func change(_ key: KeyBits) {
        let place = place(key)
        blocks[place / Block.places].counts[place % Block.places].add(1, ordering: .acquiringAndReleasing)
    }

    /// Counts a change of any row.
    func changeAll() { whole.add(1, ordering: .acquiringAndReleasing) }

    private func place(_ key: KeyBits) -> Int { Int(truncatingIfNeeded: key.mixed &>> shift) }
}
