import Granary
import Synchronization

/// The cache of one model of a stack, and what says whether its rows are those of the store.
final class ModelCache: Sendable {
    let entity: Entity
    private let kept: any SnapshotCache
    private let owner = CacheOwner()
    private let versions: CachedVersions
    /// Whether rows may be kept: the stack works, and reports every save in the store.
    private let isOpen = Atomic<Bool>(false)
    private let missed = Atomic<Int>(0)

    /// Makes a cache for an expected number of rows.
    init(_ entity: Entity, _ kept: any SnapshotCache, rows: Int) {
        self.entity = entity
        self.kept = kept
        versions = CachedVersions(rows: rows)
    }

    /// The row of a key, if it is here as the store has it.
    func snapshot<Snapshot: ModelSnapshot>(_ key: KeyBits) -> Snapshot? {
        guard let contents = kept.row(CachedKey(key))?.contents, contents.owner === owner,
            contents.version == versions.version(of: key)
        else { return nil }
        return contents.snapshot()
    }

    /// The version of a key, before the store is read.
    func version(of key: KeyBits) -> CachedVersion { versions.version(of: key) }

    /// Keeps a row that was read after its key had a version.
    func keep(_ snapshot: some ModelSnapshot, _ key: KeyBits, _ version: CachedVersion) {
        guard isOpen.load(ordering: .acquiring), version == versions.version(of: key) else { return }
        let values = CachedValues(snapshot, version, of: owner)
        kept.keep(CachedRow(values, bytes: RowBytes.of(snapshot, entity)), for: CachedKey(key))
    }

    /// Drops the rows that a save has changed.
    func change(_ part: SaveNotice.Part) {
        if part.isWhole { return changeAll() }
        change(part.updated + part.deleted)
    }

    /// Drops the rows of some keys.
    func change(_ keys: [KeyBits]) {
        if keys.isEmpty { return }
        // Most counts would be others in any case.
        if keys.count > versions.places { return changeAll() }
        // First: from now on nobody uses them, even if the cache still returns them.
        for key in keys { versions.change(key) }
        kept.drop(keys.map { CachedKey($0) })
    }

    /// Drops all rows.
    func changeAll() {
        versions.changeAll()
        kept.shrink(to: .zero)
    }

    /// Drops all rows, and says whether others may be kept from now on.
    func reset(opening isOpen: Bool) {
        if !isOpen { self.isOpen.store(false, ordering: .releasing) }
        changeAll()
        if isOpen { self.isOpen.store(true, ordering: .releasing) }
    }

    /// Drops rows until no more is here than a size.
    func shrink(to most: CacheSize) { kept.shrink(to: most) }

    /// How much is here, with rows that are outdated and not dropped yet.
    var size: CacheSize { kept.size }

    /// How often the store was asked because something was not here.
    var misses: Int { missed.load(ordering: .relaxed) }

    /// Notes that the store was asked.
    func noteMiss() { missed.add(1, ordering: .relaxed) }
}
