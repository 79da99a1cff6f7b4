import FoundationEssentials
import Granary

/// Tells caches what the bookkeeping says anew: that something of an object was never served, or is served now, and what
/// was served of a request.
///
/// It needs the values: the keys of these rows say nothing, and a notice names none of a new row.
final class BookkeepingFollower: SaveObserver {
    private let observers: SaveObservers
    private let caches: [String: ModelCache]
    private let notes: ServedNotes
    private let gaps: Entity?
    private let queries: Entity?

    init(_ caches: [Int: ModelCache], _ notes: ServedNotes, _ stack: PersistentStack) {
        observers = stack.broadcaster.valueFollowers
        self.caches = Dictionary(caches.values.map { ($0.entity.name, $0) }) { first, _ in first }
        self.notes = notes
        gaps = stack.schema.entity(of: SyncGap.self)
        queries = stack.schema.entity(of: SyncQuery.self)
    }

    deinit { observers.remove(ObjectIdentifier(self)) }

    /// Begins to follow.
    func begin() { observers.register(self, of: Set([gaps, queries].compactMap { $0?.index })) }

    func receive(_ notice: SaveNotice) {
        for part in notice.parts {
            if let gaps, part.entity == gaps.index { changeGaps(part, gaps) }
            if let queries, part.entity == queries.index { changeQueries(part, queries) }
        }
    }

    func stackDidChange() {}

    private func changeGaps(_ part: SaveNotice.Part, _ entity: Entity) {
        guard let models = Self.values("entity", part, entity), let keys = Self.values("key", part, entity)
        else { return changeAll() }
        for (model, key) in zip(models, keys) {
            guard case .text(let name) = model, case .data(let data) = key,
                let key = try? ObjectKey(entryData: data)
            else { return changeAll() }
            caches[name]?.change([key.bits])
        }
    }

    private func changeAll() { for cache in caches.values { cache.changeAll() } }

    private func changeQueries(_ part: SaveNotice.Part, _ entity: Entity) {
        guard let digests = Self.values("digest", part, entity) else { return notes.changeAll() }
        for case .text(let digest) in digests { notes.change(digest) }
    }

    /// The values of a column before and after a save; `nil` where they are not known.
    private static func values(_ column: String, _ part: SaveNotice.Part, _ entity: Entity) -> [Value]? {
        guard !part.isWhole, case .known(let changes) = part.rows,
            let position = entity.columns.firstIndex(where: { $0.name == column }),
            let rows = try? changes.rows(of: entity)
        else { return nil }
        return rows.map { $0.value(at: position) }
    }
}
