import FoundationEssentials
import Granary

/// Notes the answer of a server to a write, in a save with the rows that it has served.
struct WriteSettlement {
    let context: Context
    let rule: SyncRule
    let settled: SettledWrites
    let doubts: ServedDoubts
    let ends: WriteEnds
    let gaps: GapFilling

    /// Settles a write that the server has carried out.
    func accept(_ entry: SyncEntry, _ rows: RemotePayload) throws {
        // Before the commit: a reader that finds the store without the entry has to find it noted.
        if entry.kind != .command { settled.note(entry) }
        try gaps.fill(entry)
        try context.delete(entry)
        if rows.lists.isEmpty { return }
        gaps.renew()
        var merge = ServedMerge(context: context, rule: rule)
        merge.doubts = doubts
        if entry.kind == .insert, let entity = context.schema.entity(entry.entity),
            rows.count(of: entity) == 1
        {
            merge.owner = .init(entity: entity, key: try ObjectKey(entryData: entry.key))
        }
        try merge.enter(rows)
        if let owner = merge.owner { try noteDeleted(owner, rows) }
    }

    /// Notes that the server has served rows with the answer to a write that could not be taken: it may hold other values of
    /// the object than are here.
    func noteLostRows(of object: EntryPlace, _ kind: EntryKind) throws {
        guard kind != .delete, let entity = context.schema.entity(object.entity) else { return }
        gaps.renew()
        try GapNotes.noteStale([object.key], of: entity, rule, doubts, in: context)
    }

    /// Keeps what the server calls an object that was deleted here before the server has said it.
    private func noteDeleted(_ owner: ServedMerge.Owner, _ rows: RemotePayload) throws {
        guard let ids = RemoteIDs(owner.entity, rule, context), try ids.ids(of: [owner.key]).isEmpty else {
            return
        }
        for list in rows.lists where list.model == owner.entity.name {
            let served = try list.values(of: ids.attribute, owner.entity).first
            let word = ids.areKeys ? list.keys.first?.values.first : nil
            if let id = served ?? word { try ids.note(id, ofDeleted: owner.key) }
        }
    }

    /// The number of attempts after which both sides are not merged any more, but the program decides.
    private static let mostMerges = 16

    /// Notes that a write is refused because the server has not answered as often as its model allows; returns whether
    /// it is.
    func expire(_ entry: SyncEntry, at now: Date) throws -> Bool {
        guard let entity = context.schema.entity(entry.entity), let model = rule.models[entity.index] else {
            return false
        }
        let isTooOld = model.expiry.map { now.timeIntervalSince(entry.id.madeAt) >= $0 / .seconds(1) }
        let hasTriedAll = model.attempts.map { entry.attempts >= $0 }
        guard isTooOld ?? false || hasTriedAll ?? false else { return false }
        try refuse(
            entry, .refused, RemotePayload(), "The server has not answered \(entry.attempts) times.")
        return true
    }

    /// Notes that the server does not carry a write out, unless both sides can be merged, or the model says which side
    /// counts; returns the writes that are given up.
    @discardableResult
    func refuse(
        _ entry: SyncEntry, _ cause: RefusalCause, _ theirs: RemotePayload, _ reason: String
    ) throws -> Set<UUID> {
        entry.noteRefusal(cause, reason)
        gaps.renew()
        guard let entity = context.schema.entity(entry.entity), entry.kind != .command else { return [] }
        let key = try ObjectKey(entryData: entry.key)
        guard let row = try row(of: entity, key, in: theirs) else { return [] }
        entry.theirs = row.written
        // A server that refuses the merged write too would get it again without end.
        guard cause == .conflict, entry.attempts < Self.mostMerges else { return [] }
        let decision = RefusalDecider(context: context, rule: rule, doubts: doubts, ends: ends)
        switch try decision.isOpen(entry, row, entity) ? rule.model(entity).conflicts : .keep {
        case .ask: return []
        case .keep: return try decision.carryOut(.keep, on: entry)
        case .takeRemote: return try decision.carryOut(.takeRemote, on: entry)
        }
    }
}

extension WriteSettlement {
    /// The row that the server holds of an object, in the words of this side.
    private func row(
        of entity: Entity, _ key: ObjectKey, in payload: RemotePayload
    ) throws -> EntryValues? {
        guard rule.hasRemoteIDs else { return try payload.row(of: entity, key) }
        var values: EntryValues?
        if let ids = RemoteIDs(entity, rule, context) {
            let word = ids.areKeys ? try ids.id(of: key).flatMap { ObjectKey([$0]) } : nil
            values = try word.flatMap { try payload.row(of: entity, $0) }
            if values == nil, payload.count(of: entity) == 1 { values = try payload.onlyRow(of: entity) }
            values?.changes.removeAll { change in
                entity.property(change.property).map(entity.keyProperties.contains) ?? false
            }
        } else {
            values = try payload.row(of: entity, key)
        }
        guard var values else { return nil }
        values.changes = try values.changes.compactMap { change in
            guard let relationship = entity.relationship(change.property),
                let ids = RemoteIDs(relationship.destination, rule, context), ids.areKeys,
                let word = change.after?.first, !word.isNull
            else { return change }
            guard let here = try ids.keys(of: [word])[word] else {
                return ids.entity.hasReservedKeys ? nil : change
            }
            return .init(property: change.property, before: nil, after: here.values)
        }
        return values
    }
}

extension EntryValues {
    /// The values of a row, without those of some properties.
    init(row: [Value], of entity: Entity, without missing: PropertySet = PropertySet()) {
        for property in 0..<entity.propertyCount where !missing.contains(property) {
            let columns = entity.columns(ofProperty: property)
            changes.append(
                Change(property: entity.propertyName(property), before: nil, after: Array(row[columns])))
        }
    }
}

extension RemotePayload {
    /// The number of rows of an entity.
    func count(of entity: Entity) -> Int {
        lists.reduce(0) { $1.model == entity.name ? $0 + $1.keys.count : $0 }
    }

    /// The served values of the only row of an entity.
    func onlyRow(of entity: Entity) throws -> EntryValues? {
        for list in lists where list.model == entity.name {
            if let key = list.keys.first { return try list.row(key, of: entity) }
        }
        return nil
    }

    /// The served values of an object; `nil` if the payload has none.
    func row(of entity: Entity, _ key: ObjectKey) throws -> EntryValues? {
        for list in lists where list.model == entity.name {
            if let row = try list.row(key, of: entity) { return row }
        }
        return nil
    }
}
