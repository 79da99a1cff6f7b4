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

    /// Notes that objects are to be asked for again; `nil` where nobody asks.
    var doubts: ServedDoubts?

    /// The state of the store when the request left; `nil` for rows that come with the answer to a write.
    var start: RequestStart?

    /// Whether the rows are taken as they are, regardless of unsent writes.
    var ignoresWrites = false
    /// The keys of the rows of the same payload that are yet to be taken in, by the positions of their entities.
    var arriving: [Int: Set<ObjectKey>] = [:]
    /// The object whose insertion the server has answered with the only row of its model.
    var owner: Owner?

    /// Takes a payload in, the rows of a referenced model before those that refer to them, and what has waited for them.
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
        var merge = self
        for (entity, list) in lists where lists.contains(where: { $0.entity.refers(to: entity) }) {
            merge.arriving[entity.index, default: []].formUnion(list.keys)
        }
        for (entity, list) in lists.sorted(by: {
            order[$0.entity.index, default: 0] < order[$1.entity.index, default: 0]
        }) {
            // From now on those are here that can be.
            merge.arriving[entity.index] = nil
            try list.enter(merge)
        }
        try WaitingRows(merge: self).enter(
            after: lists.map { entity, list in
                WaitingRows.Arrival(entity: entity, count: list.count) {
                    try list.words(of: entity, rule, context)
                }
            })
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
    func enter<Snapshot: ModelSnapshot>(_ rows: [ServedRow<Snapshot>]) throws {
        guard let entity = context.schema.entity(of: Snapshot.Object.self) else { return }
        try ModelMerge(self, entity).enter(rows)
    }

    /// Takes whole rows of one model in, in the words of the server.
    func enter<Snapshot: ModelSnapshot>(whole rows: [Snapshot]) throws {
        guard let entity = context.schema.entity(of: Snapshot.Object.self) else { return }
        try ModelMerge(self, entity).enter(whole: rows)
    }

    /// The unsettled writes of some objects, in the order of their saves.
    func unsettled(_ keys: [Data], of entity: Entity) throws -> [Data: [SyncEntry]] {
        let asked = AskedKeys(keys)
        let found = try unsettled(asked, of: entity)
        if asked.list != nil || found.isEmpty { return found }
        let wanted = Set(keys)
        return found.filter { wanted.contains($0.key) }
    }

    /// The unsettled writes of some objects, and perhaps of others, in the order of their saves.
    func unsettled(_ keys: AskedKeys, of entity: Entity) throws -> [Data: [SyncEntry]] {
        if ignoresWrites || keys.list?.isEmpty == true { return [:] }
        let name = entity.name
        let query = SyncEntry.where { $0.entity == name }
        let entries = try context.fetch(keys.list.map { keys in query.where { $0.key.isIn(keys) } } ?? query)
        var found: [Data: [SyncEntry]] = [:]
        for entry in entries.sorted(by: EntryOrder.precedes) { found[entry.key, default: []].append(entry) }
        return found
    }
}

extension Entity {
    /// Whether it has a relationship to one that leads to another entity.
    fileprivate func refers(to other: Entity) -> Bool {
        self !== other && toOne.contains { $0.destination === other }
    }
}
