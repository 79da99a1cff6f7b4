import Granary

/// The values of a row, with what says whether they are still those of the store.
final class CachedValues<Snapshot: ModelSnapshot>: Sendable {
    let snapshot: Snapshot
    let version: CachedVersion
    /// Whose rows these are: a cache that a program gives to two models has rows of both.
    let owner: ObjectIdentifier

    init(_ snapshot: Snapshot, _ version: CachedVersion, of owner: ObjectIdentifier) {
        self.snapshot = snapshot
        self.version = version
        self.owner = owner
    }
}
