import FoundationEssentials
import Granary

/// Notifies caches of changes in the bookkeeping: that something of an object was never served, or is served now, and
/// what was served of a request.
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
        guard let objects = Self.objects(part, entity) else {
            for cache in caches.values { cache.changeAll() }
            return
        }
        for (model, keys) in objects { caches[model]?.change(Array(keys)) }
    }

    private func changeQueries(_ part: SaveNotice.Part, _ entity: Entity) {
        guard let rows = Self.rows(part, entity), let digest = Self.position("digest", entity) else {
            return notes.changeAll()
        }
        for case .text(let digest) in rows.map({ $0.value(at: digest) }) { notes.change(digest) }
    }

    /// The objects that gaps are about, by the names of their models; `nil` where they are not known.
    private static func objects(_ part: SaveNotice.Part, _ entity: Entity) -> [String: Set<KeyBits>]? {
        guard let rows = rows(part, entity), let model = position("entity", entity),
            let key = position("key", entity)
        else { return nil }
        var objects: [String: Set<KeyBits>] = [:]
        for row in rows {
            guard case .text(let model) = row.value(at: model), case .data(let data) = row.value(at: key),
                let key = try? ObjectKey(entryData: data)
            else { return nil }
            objects[model, default: []].insert(key.bits)
        }
        return objects
    }

    /// The rows before and after a save; `nil` where they are not known.
    private static func rows(_ part: SaveNotice.Part, _ entity: Entity) -> [ValueRow]? {
        guard !part.isWhole, case .known(let changes) = part.rows else { return nil }
        return try? changes.rows(of: entity)
    }

    private static func position(_ column: String, _ entity: Entity) -> Int? {
        entity.columns.firstIndex { $0.name == column }
    }
}
