import Granary

/// The values of a row, with what says whether they are still those of the store.
final class CachedValues<Snapshot: ModelSnapshot>: Sendable {
    let snapshot: Snapshot
    let version: CachedVersion
    /// Whose row this is: a cache that a program gives to two models, or to two stacks, has rows of both.
    ///
    /// It is held, so that no other gets its place in memory.
    let owner: CacheOwner

    init(_ snapshot: Snapshot, _ version: CachedVersion, of owner: CacheOwner) {
        self.snapshot = snapshot
        self.version = version
        self.owner = owner
    }
}
