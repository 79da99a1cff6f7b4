import FoundationEssentials
import Granary

/// Carries out what was decided about a refused write, in the objects and the entries of one context.
struct RefusalDecider {
    let context: Context
    let rule: SyncRule
    let doubts: ServedDoubts
    /// Where those who wait for writes learn what has become of them.
    let ends: WriteEnds

    /// Carries a decision out; the next save writes it.
    ///
    /// - Returns: the writes that are given up, whose ends are to be noted before that save.
    /// - Throws: ``GranaryError/Code/query`` for a replacement of a property that the model does not have;
    ///   ``GranaryError/Code/invalidObject`` where a write that builds on it is on its way; errors of the stores.
    func carryOut(_ decision: RefusalDecision, on entry: SyncEntry) throws -> Set<UUID> {
        let gone = goneEntries
        switch decision.kind {
        case .keep:
            try send(entry, replacing: [:])
            return []
        case .replace(let values):
            try send(entry, replacing: values)
            return []
        case .takeRemote: try takeRemote(entry)
        case .undo: try RefusalUndoing(context: context, rule: rule, doubts: doubts, first: entry).run()
        }
        return goneEntries.subtracting(gone)
    }

    /// The writes that are deleted in the context.
    private var goneEntries: Set<UUID> {
        Set(context.changes.deleted.lazy.compactMap { ($0 as? SyncEntry)?.id })
    }

    /// Whether both sides have changed a property differently that no merge rule decides about.
    func isOpen(_ entry: SyncEntry, _ theirs: EntryValues, _ entity: Entity) throws -> Bool {
        guard entry.kind == .update else { return true }
        let served = Dictionary(theirs.changes.map { ($0.property, $0.after) }) { _, last in last }
        return try entry.baseValues().changes.contains { change in
            guard let property = entity.property(change.property),
                let held = served[change.property] ?? nil
            else { return true }
            if held == change.before || held == change.after { return false }
            return !(entity.mergeRules?.properties.contains(property) ?? false)
        }
    }

    // MARK: Sending again

    private func send(_ entry: SyncEntry, replacing replaced: [String: Value]) throws {
        guard let entity = context.schema.entity(entry.entity), entry.kind != .command else {
            try requireNone(replaced, of: entry.entity)
            return try succeed(entry, entry.kind, entry.values)
        }
        let object = SyncedObject(
            context: context, entity: entity, key: try ObjectKey(entryData: entry.key))
        let theirs = try theirs(of: entry, entity)
        if let theirs {
            var merge = ServedMerge(context: context, rule: rule, sendsDecided: false)
            merge.doubts = doubts
            try merge
                .enter(
                    try object.payload(
                        try whole(theirs, entity, object), serving: Set(theirs.keys)))
        }
        var (kind, values) = (entry.kind, try entry.baseValues())
        let later = try properties(laterThan: entry)
        try replace(replaced, in: &values, of: object, theirs, unless: later)
        let present = try object.values()
        if entry.cause == .gone, kind == .update {
            guard let present else { return try context.delete(entry) }
            kind = .insert
            values = EntryValues(row: present, of: entity)
            values.drop(try rule.model(entity).ignored, of: entity)
        } else {
            for position in values.changes.indices {
                let name = values.changes[position].property
                guard let property = entity.property(name) else { continue }
                if let known = theirs?[name] { values.changes[position].before = known }
                // As merged with the server's values.
                if let present, kind != .delete, !later.contains(name) {
                    values.changes[position].after = Array(present[entity.columns(ofProperty: property)])
                }
            }
            if kind == .insert, theirs != nil { kind = .update }
            if kind == .update { values.changes.removeAll { $0.before == $0.after } }
            if values.isEmpty, kind == .update { return try context.delete(entry) }
        }
        try succeed(entry, kind, values.written)
    }

    private func replace(
        _ replaced: [String: Value], in values: inout EntryValues, of object: SyncedObject,
        _ theirs: [String: [Value]]?, unless later: Set<String>
    ) throws {
        if replaced.isEmpty { return }
        let entity = object.entity
        var present = try object.values()
        for (name, value) in replaced.sorted(by: { $0.key < $1.key }) {
            guard let property = entity.property(name), !entity.keyProperties.contains(property),
                entity.columns(ofProperty: property).count == 1, var row = present
            else { throw Self.cannotReplace(name, entity.name) }
            let column = entity.columns(ofProperty: property).lowerBound
            if let position = values.changes.firstIndex(where: { $0.property == name }) {
                values.changes[position].after = [value]
            } else {
                values.changes.append(
                    .init(property: name, before: theirs?[name] ?? [row[column]], after: [value]))
            }
            if later.contains(name) { continue }
            row[column] = value
            present = row
        }
        if let present { try object.set(present) }
    }

    /// Replaces a write that the server does not carry out with one that has a new identity.
    private func succeed(_ entry: SyncEntry, _ kind: EntryKind, _ values: Data) throws {
        let next = SyncEntry(
            save: entry.save, place: entry.place, entity: entry.entity, key: entry.key, kind: kind,
            values: values, replaced: entry.replaced, state: .waiting)
        next.number = entry.order
        next.attempts = entry.attempts
        ends.replace(entry.id, by: next.id)
        try context.delete(entry)
        try context.insert(next)
    }

    private func requireNone(_ replaced: [String: Value], of name: String) throws {
        if let property = replaced.keys.min() { throw Self.cannotReplace(property, name) }
    }

    private static func cannotReplace(_ property: String, _ entity: String) -> GranaryError {
        GranaryError(
            .query,
            "A refused write cannot get another value for “\(property)”: it is no property with one value of an object that is here. Name another, or decide otherwise.",
            context: .init(entity: entity, properties: [property]))
    }

    // MARK: Giving up

    private func takeRemote(_ entry: SyncEntry) throws {
        guard let entity = context.schema.entity(entry.entity), entry.kind != .command else {
            return try context.delete(entry)
        }
        let object = SyncedObject(
            context: context, entity: entity, key: try ObjectKey(entryData: entry.key))
        if let theirs = try theirs(of: entry, entity) {
            let row = try whole(theirs, entity, object)
            try context.delete(entry)
            var merge = ServedMerge(context: context, rule: rule)
            merge.doubts = doubts
            return try merge.enter(
                try object.payload(row, serving: Set(theirs.keys)))
        }
        if entry.cause == .gone || entry.kind == .insert { return try remove(object, entry) }
        let later = try properties(laterThan: entry)
        try RefusalUndoing(context: context, rule: rule, doubts: doubts, first: entry).revert(
            entry, unless: later)
        try moveBase(of: entry)
        try context.delete(entry)
    }

    /// Deletes an object that the server does not have, with the writes of all objects that leave with it.
    private func remove(_ object: SyncedObject, _ entry: SyncEntry) throws {
        try object.delete()
        var places: Set<EntryPlace> = [entry.object]
        for deleted in context.changes.deleted where !(deleted is SyncEntry) {
            places.insert(
                EntryPlace(
                    entity: type(of: deleted).modelDescription.name, key: deleted.erasedKey.entryData))
        }
        for other in try context.fetch(SyncEntry.all) where places.contains(other.object) {
            try context.delete(other)
        }
        try DeletedRows(context: context, rule: rule).clear()
    }

    /// Notes for the writes after one that is given up that the server holds the values before it.
    private func moveBase(of entry: SyncEntry) throws {
        var former: [String: [Value]] = [:]
        for change in try entry.baseValues().changes { former[change.property] = change.before }
        for later in try entries(laterThan: entry) {
            var values = try later.baseValues()
            for position in values.changes.indices {
                guard let before = former.removeValue(forKey: values.changes[position].property) else {
                    continue
                }
                values.changes[position].before = before
                later.noteNumber()
                later.base = values.written
            }
        }
    }

    // MARK: Reading

    private func theirs(of entry: SyncEntry, _ entity: Entity) throws -> [String: [Value]]? {
        try entry.theirs.map { data in
            let changes = try EntryValues(reading: data).changes
            return Dictionary(changes.map { ($0.property, $0.after ?? []) }) { _, last in last }
        }
    }

    /// The row that the server holds, with the values of this side for properties that it has not served.
    private func whole(
        _ theirs: [String: [Value]], _ entity: Entity, _ object: SyncedObject
    ) throws -> [Value] {
        var row = try object.values() ?? entity.columns.map { _ in .null }
        for property in 0..<entity.propertyCount {
            let columns = entity.columns(ofProperty: property)
            guard let values = theirs[entity.propertyName(property)], values.count == columns.count else {
                continue
            }
            for (column, value) in zip(columns, values) { row[column] = value }
        }
        return row
    }

    private func entries(laterThan entry: SyncEntry) throws -> [SyncEntry] {
        let (entity, key) = (entry.entity, entry.key)
        return try context.fetch(SyncEntry.where { $0.entity == entity && $0.key == key })
            .filter { EntryOrder.precedes(entry, $0) }.sorted(by: EntryOrder.precedes)
    }

    private func properties(laterThan entry: SyncEntry) throws -> Set<String> {
        try entries(laterThan: entry).reduce(into: []) { names, later in
            names.formUnion(try EntryValues(reading: later.values).changes.map(\.property))
        }
    }
}

extension EntryValues {
    /// Leaves some properties out.
    fileprivate mutating func drop(_ properties: PropertySet, of entity: Entity) {
        changes.removeAll { change in entity.property(change.property).map(properties.contains) ?? false }
    }
}
