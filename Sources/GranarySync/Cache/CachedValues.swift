import Granary

/// The values of a row.
final class CachedValues<S: ModelSnapshot>: CachedContents, @unchecked Sendable {  // safe: it is constant.
    let snapshot: S

    init(_ snapshot: S, _ version: CachedVersion, of owner: CacheOwner) {
        self.snapshot = snapshot
        super.init(version, of: owner, ObjectIdentifier(S.self))
    }
}
