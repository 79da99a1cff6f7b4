import FoundationEssentials
import Granary

/// Makes the entries of one save.
struct EntryCapture {
    let rule: SyncRule
    let save: CapturedSave

    /// An object of an entity.
    private struct Place: Hashable {
        let entity: Int
        let key: ObjectKey
    }

    /// What the save does to one object.
    private struct Draft {
        let entity: Entity
        let key: ObjectKey
        var kind: EntryKind
        var values = EntryValues()
        var replaced: Int64?
    }

    /// The rows of the entries; none for what the server has, or does not get to know.
    ///
    /// - Throws: ``GranaryError/Code/schema`` where the schema lacks the bookkeeping.
    func rows() throws -> [CapturingRow] {
        // What the server has served is many rows, and nothing is noted of them.
        let choice = save.choice as? SyncedWrites
        if choice?.destination == .served { return [] }
        guard let entity = save.schema.entity(of: SyncEntry.self) else { return [] }
        let identifier = SyncBookkeeping.identifiers.makeUUID()
        var rows: [CapturingRow] = []
        var place = 0
        for draft in drafts() where draft.kind == .delete || !draft.values.isEmpty {
            defer { place += 1 }
            guard let state = state(of: draft.entity, choice) else { continue }
            let entry = SyncEntry(
                save: identifier, place: place, entity: draft.entity.name, key: draft.key.entryData,
                kind: draft.kind, values: draft.values.written, replaced: draft.replaced, state: state)
            rows.append(CapturingRow(entity, values: try entry.columnValues(of: entity)))
        }
        return rows
    }

    /// The state in which the entries of an entity begin; `nil` if its values come from the server.
    private func state(of entity: Entity, _ choice: SyncedWrites?) -> EntryState? {
        let writes = choice ?? rule.models[entity.index]?.writes ?? .local
        switch writes.destination {
        case .local: return .held
        case .localAndRemote: return .waiting
        case .served: return nil
        }
    }

    /// The objects that the save changes: first those that are new or changed, a referenced one before the one that
    /// refers to it, and then the deleted ones, the other way round.
    private func drafts() -> [Draft] {
        var drafts: [Draft] = []
        drafts.reserveCapacity(save.rows.count)
        var deleted: [CapturedRow] = []
        for row in save.rows where row.after == nil { deleted.append(row) }
        var replaced: [Place: CapturedRow] = [:]
        for row in deleted { replaced[Place(entity: row.entity.index, key: row.key)] = row }
        for row in SavedOrderOfRows(save.rows).rows {
            // Most saves delete nothing, and to mix a key costs as much as to encode a value.
            let old =
                replaced.isEmpty
                ? nil : replaced.removeValue(forKey: Place(entity: row.entity.index, key: row.key))
            drafts.append(draft(of: row, replacing: old))
        }
        if !save.pairs.isEmpty { addPairs(to: &drafts, Set(replaced.keys)) }
        for row in deleted.reversed() {
            guard replaced[Place(entity: row.entity.index, key: row.key)] != nil else { continue }
            drafts.append(draft(of: row, replacing: nil))
        }
        return drafts
    }

    /// The change of an object; of one that takes the key of a deleted one, the difference between both.
    private func draft(of row: CapturedRow, replacing old: CapturedRow?) -> Draft {
        let (before, version) = (row.before ?? old?.before, row.version ?? old?.version)
        let kind: EntryKind = row.after == nil ? .delete : before == nil ? .insert : .update
        var draft = Draft(entity: row.entity, key: row.key, kind: kind, replaced: version)
        let ignored = rule.models[row.entity.index]?.ignored ?? PropertySet()
        // A deletion keeps the properties of this side alone too, in case it is undone.
        for property in 0..<row.entity.propertyCount where row.after == nil || !ignored.contains(property) {
            let columns = row.entity.columns(ofProperty: property)
            if let before, let after = row.after, columns.allSatisfy({ before[$0] == after[$0] }) { continue }
            draft.values.changes.append(
                .init(
                    property: row.entity.propertyName(property), before: before.map { Array($0[columns]) },
                    after: row.after.map { Array($0[columns]) }))
        }
        return draft
    }

    /// Adds the pairs of the save to the changes of objects, without those of objects that are gone.
    private func addPairs(to drafts: inout [Draft], _ gone: Set<Place>) {
        var positions: [Place: Int] = [:]
        for (position, draft) in drafts.enumerated() {
            positions[Place(entity: draft.entity.index, key: draft.key)] = position
        }
        for pair in save.pairs { add(pair, to: &drafts, &positions, gone) }
    }

    /// Adds a pair to the change of the object that has the relationship, of the first one where both have it.
    private func add(
        _ pair: CapturedPair, to drafts: inout [Draft], _ positions: inout [Place: Int], _ gone: Set<Place>
    ) {
        for isFirst in [true, false] {
            let entity = isFirst ? pair.table.firstEntity : pair.table.secondEntity
            guard rule.captures(entity), let name = entity.relationship(of: pair.table, isFirst: isFirst)
            else {
                continue
            }
            let (owner, target) =
                isFirst ? (pair.keys.first, pair.keys.second) : (pair.keys.second, pair.keys.first)
            let place = Place(entity: entity.index, key: owner)
            // The deletion of an object says that its pairs are gone.
            if gone.contains(place) { return }
            let position = positions[place] ?? drafts.count
            if position == drafts.count {
                positions[place] = position
                drafts.append(Draft(entity: entity, key: owner, kind: .update))
            }
            drafts[position].values.pairs.append(
                .init(relationship: name, target: target, isAdded: pair.isAdded))
            return
        }
    }
}

extension Entity {
    /// The name of the relationship to many that is one half of a table of pairs.
    fileprivate func relationship(of table: LinkTable, isFirst: Bool) -> String? {
        toMany.first { relationship in
            guard case .link(let pairs, let first) = relationship.storage else { return false }
            return pairs == table && first == isFirst
        }?.name
    }
}
