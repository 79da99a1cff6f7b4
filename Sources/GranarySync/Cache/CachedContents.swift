import Granary

/// The values of a row of any model, with what says whether they are still those of the store.
///
/// Not generic, so that a hit looks up no metadata: a class of a type that is not known here costs that at each cast.
class CachedContents: @unchecked Sendable {  // safe: nothing of it or of the class below it changes.
    let version: CachedVersion
    /// Whose row this is: a cache that a program gives to two models, or to two stacks, has rows of both.
    ///
    /// It is held, so that no other gets its place in memory.
    let owner: CacheOwner
    /// The type of the snapshot; `nil` without one.
    private let type: ObjectIdentifier?

    /// What stands for a row without values.
    init(_ version: CachedVersion, of owner: CacheOwner, _ type: ObjectIdentifier? = nil) {
        self.version = version
        self.owner = owner
        self.type = type
    }

    /// The values as a type of snapshot; `nil` if they are of another one.
    final func snapshot<Snapshot: ModelSnapshot>() -> Snapshot? {
        guard type == ObjectIdentifier(Snapshot.self) else { return nil }
        return unsafeDowncast(self, to: CachedValues<Snapshot>.self).snapshot  // safe: it has said its type.
    }
}
