import FoundationEssentials
import Granary

/// Takes in what has waited for objects that have come.
struct WaitingRows {
    /// Objects of one model that have come.
    struct Arrival {
        let entity: Entity
        /// How many have come at most.
        let count: Int
        /// Their keys, and what the server calls them: many are made only if something waits.
        let keys: () throws -> Set<ObjectKey>
    }

    let merge: ServedMerge

    private var context: Context { merge.context }

    /// Takes in the references and the rows that have waited for some objects, and what has waited for these rows.
    ///
    /// - Complexity: O(what has waited), and one request for each model of an object that has come.
    func enter(after arrived: [Arrival]) throws {
        var arrived = arrived
        while let arrival = arrived.popLast() {
            var gaps: [String: [SyncGap]] = [:]
            for gap in try SyncGap.gaps(waitingFor: arrival, in: context) {
                gaps[gap.entity, default: []].append(gap)
            }
            for (name, gaps) in gaps.sorted(by: { $0.key < $1.key }) {
                guard let owner = context.schema.entity(name),
                    let type = owner.type as? any Granary.Model.Type
                else { continue }
                let rows = Set(
                    try gaps.lazy.filter { $0.row != nil }.map { try ObjectKey(entryData: $0.key) })
                try release(gaps, of: owner, type)
                let stored = try PresentObjects(context: context).keys(rows, of: owner)
                if !stored.isEmpty {
                    arrived.append(Arrival(entity: owner, count: stored.count) { stored })
                }
            }
        }
    }

    private func release<M: Granary.Model>(
        _ gaps: [SyncGap], of entity: Entity, _ type: M.Type
    ) throws {
        var rows: [ServedRow<M.Snapshot>] = []
        for gap in gaps {
            if let row = try row(gap, of: entity, type) { rows.append(row) }
            try context.delete(gap)
        }
        if rows.isEmpty { return }
        // What has waited is not late: a write that is settled since then has closed the gap.
        var merge = merge
        (merge.start, merge.settled, merge.arriving, merge.owner) = (nil, { [:] }, [:], nil)
        try merge.enter(rows)
    }

    private func row<M: Granary.Model>(
        _ gap: SyncGap, of entity: Entity, _ type: M.Type
    ) throws -> ServedRow<M.Snapshot>? {
        if gap.row != nil { return try gap.servedRow(of: entity) }
        guard let relationship = entity.relationship(gap.property), !relationship.isToMany,
            let key = M.Key(objectKey: try ObjectKey(entryData: gap.key)),
            let object = try context.object(ObjectID<M>(key)), object._objectState.phase != .deleted,
            let target = try gap.targetKey.map({ try ObjectKey(entryData: $0) })
        else { return nil }
        let changed = M(object.snapshot)
        changed._setReference(.key(target), at: relationship.position)
        var given = entity.keyProperties
        given.insert(relationship.property)
        var row = ServedRow(changed.snapshot, given: given)
        row.naming = .keyHere
        return row
    }
}

extension SyncGap {
    /// The row that waits; `nil` if it does not fit its model any more.
    func servedRow<Snapshot: ModelSnapshot>(of entity: Entity) throws -> ServedRow<Snapshot>? {
        guard let row else { return nil }
        var columns = entity.columns.map { _ in Value.null }
        for change in try EntryValues(reading: row).changes {
            guard let property = entity.property(change.property), let values = change.after else { continue }
            let places = entity.columns(ofProperty: property)
            if places.count != values.count { return nil }
            for (column, value) in zip(places, values) { columns[column] = value }
        }
        // A program of another version has stored it; the server serves it again.
        guard let snapshot = try? Snapshot(columns: columns, of: entity) else { return nil }
        let missing = try EntryNames(reading: missing).names
        var given = PropertySet(count: entity.propertyCount)
        for name in missing {
            if let property = entity.property(name) { given.remove(property) }
        }
        var served = ServedRow(snapshot, given: missing.isEmpty ? nil : given)
        served.naming = .keyHere
        return served
    }
}
