import FoundationEssentials
import Granary

/// Takes what a server has served into the objects of one context; the next save writes it.
struct ServedMerge {
    let context: Context
    let rule: SyncRule
    /// Whether values that merge rules have made of both sides are sent as further writes.
    var sendsDecided = true
    /// What was settled since the request left: the answer does not take it back.
    var settled: @Sendable () -> [EntryPlace: SettledWrites.Part] = { [:] }

    /// The state of the store when the request left; `nil` for rows that come with the answer to a write.
    var start: RequestStart?

    /// Up to this many keys are looked up; for more, all unsettled writes of the model are read.
    private static let mostKeys = 500

    /// Takes a payload in, the rows of a referenced model before those that refer to them.
    ///
    /// - Throws: ``GranaryError/Code/schema`` for rows of a model that is not synced; errors of the stores.
    func enter(_ payload: RemotePayload) throws {
        var lists: [(entity: Entity, list: any ServedList)] = []
        for list in payload.lists {
            guard let entity = context.schema.entity(of: list.type) else {
                throw GranaryError(
                    .schema,
                    "The server has served rows of \(list.model), which is not in the schema “\(context.schema.name)”; add it there, or have the source leave them out."
                )
            }
            _ = try rule.model(entity)
            lists.append((entity, list))
        }
        let order = Self.referencedFirst(lists.map(\.entity))
        for (_, list) in lists.sorted(by: {
            order[$0.entity.index, default: 0] < order[$1.entity.index, default: 0]
        }) {
            try list.enter(self)
        }
    }

    /// The place of each entity in an order in which it comes after those that it refers to, except in cycles.
    private static func referencedFirst(_ entities: [Entity]) -> [Int: Int] {
        let present = Set(entities.map(\.index))
        var order: [Int: Int] = [:]
        var seen: Set<Int> = []
        func visit(_ entity: Entity) {
            guard present.contains(entity.index), seen.insert(entity.index).inserted else { return }
            for relationship in entity.toOne { visit(relationship.destination) }
            order[entity.index] = order.count
        }
        for entity in entities { visit(entity) }
        return order
    }

    /// Takes rows of one model in.
    func enter<Snapshot: ModelSnapshot>(_ rows: [Snapshot]) throws {
        guard let entity = context.schema.entity(of: Snapshot.Object.self) else { return }
        let ignored = try rule.model(entity).ignored
        let keyed = Self.lastOfEachKey(rows)
        let entries = try unsettled(keyed.map(\.key), of: entity)
        // After the first read, from which on the context sees one state of the store: a write that is not among the
        // entries of that state was noted before.
        let settled = settled()
        let late = try lateKeys(keyed.map(\.row), of: entity)
        var plain: [Snapshot] = []
        for (key, row) in keyed {
            let place = EntryPlace(entity: entity.name, key: key)
            let here = entries[key] ?? []
            var part = start?.settled(place, now: here)
            if let own = settled[place] { part = part?.joined(with: own) ?? own }
            if here.isEmpty, late.contains(key) { part = .whole }
            if here.isEmpty, part == nil {
                plain.append(row)
            } else {
                let merge = RowMerge(
                    context: context, entity: entity, served: row, entries: here, settled: part,
                    ignored: ignored, sendsDecided: sendsDecided)
                try merge.run()
            }
        }
        if !plain.isEmpty { try context.upsert(plain, ignoring: ignored) }
    }

    /// The keys of the rows that were saved since the request left, where another process may have sent such saves.
    private func lateKeys<Snapshot: ModelSnapshot>(_ rows: [Snapshot], of entity: Entity) throws -> Set<Data>
    {
        guard let start, let newest = try start.newestOfOthers(in: context) else { return [] }
        let present = try context.objects(rows.map(\.objectID))
        return Set(
            present.lazy.filter { $0._objectState.version > newest }.map { $0.erasedKey.entryData })
    }

    private static func lastOfEachKey<Snapshot: ModelSnapshot>(_ rows: [Snapshot]) -> [(
        key: Data, row: Snapshot
    )] {
        var positions: [Data: Int] = [:]
        var keyed: [(key: Data, row: Snapshot)] = []
        for row in rows {
            let key = row.objectID.key.objectKey.entryData
            if let position = positions[key] {
                keyed[position].row = row
            } else {
                positions[key] = keyed.count
                keyed.append((key, row))
            }
        }
        return keyed
    }

    /// The unsettled writes of some objects, in the order of their saves.
    private func unsettled(_ keys: [Data], of entity: Entity) throws -> [Data: [SyncEntry]] {
        let name = entity.name
        let query = SyncEntry.where { $0.entity == name }
        let entries = try context.fetch(
            keys.count > Self.mostKeys ? query : query.where { $0.key.isIn(keys) })
        var found: [Data: [SyncEntry]] = [:]
        for entry in entries.sorted(by: EntryOrder.precedes) { found[entry.key, default: []].append(entry) }
        return found
    }
}
