import FoundationEssentials
import Granary

/// The objects that unsettled writes are about, and those that their rows refer to.
struct UnsentReferences {
    /// The first unsettled write of each object that refers to another one, by that other one.
    private var referring: [EntryPlace: [SyncEntry]] = [:]
    private var concerned: Set<EntryPlace> = []

    /// Reads all unsettled writes, and the rows that they have changed.
    ///
    /// - Throws: errors of the stores.
    init(_ context: Context) throws {
        var first: [String: [ObjectKey: SyncEntry]] = [:]
        for entry in try context.fetch(SyncEntry.all).sorted(by: EntryOrder.precedes)
        where entry.kind != .command {
            concerned.insert(entry.object)
            if entry.kind == .delete { continue }
            let key = try ObjectKey(entryData: entry.key)
            if first[entry.entity]?[key] == nil { first[entry.entity, default: [:]][key] = entry }
            notePairs(of: entry, in: context.schema)
        }
        for (name, entries) in first {
            guard let entity = context.schema.entity(name), !entity.toOne.isEmpty,
                let type = entity.type as? any Granary.Model.Type
            else { continue }
            try noteReferences(of: entries, entity, type, in: context)
        }
    }

    private mutating func notePairs(of entry: SyncEntry, in schema: Schema) {
        // The row of an entry that cannot be read still shows its references.
        guard let entity = schema.entity(entry.entity), let values = try? EntryValues(reading: entry.values)
        else { return }
        for pair in values.pairs where pair.isAdded {
            guard let destination = entity.relationship(pair.relationship)?.destination else { continue }
            note(entry, EntryPlace(entity: destination.name, key: pair.target.entryData))
        }
    }

    private mutating func noteReferences<M: Granary.Model>(
        of entries: [ObjectKey: SyncEntry], _ entity: Entity, _ type: M.Type, in context: Context
    ) throws {
        let ids = entries.keys.compactMap { M.Key(objectKey: $0).map { ObjectID<M>($0) } }
        for object in try context.objects(ids) {
            guard let entry = entries[object.erasedKey] else { continue }
            for relationship in entity.toOne {
                guard let key = object.referenceKey(at: relationship.position) else { continue }
                note(entry, EntryPlace(entity: relationship.destination.name, key: key.entryData))
            }
        }
    }

    private mutating func note(_ entry: SyncEntry, _ target: EntryPlace) {
        referring[target, default: []].append(entry)
    }

    /// Whether a row with unsettled writes refers to an object.
    func refers(to key: ObjectKey, _ entity: Entity) -> Bool {
        referring[EntryPlace(entity: entity.name, key: key.entryData)] != nil
    }

    /// Whether there are unsettled writes of an object.
    func concerns(_ key: ObjectKey, _ entity: Entity) -> Bool {
        concerned.contains(EntryPlace(entity: entity.name, key: key.entryData))
    }

    /// Makes the writes conflicts whose rows refer to an object that the server does not have any more.
    func noteConflicts(about key: ObjectKey, _ entity: Entity) {
        for entry in referring[EntryPlace(entity: entity.name, key: key.entryData)] ?? []
        where entry.canBecomeConflict {
            entry.noteRefusal(
                .conflict,
                "It refers to an object of \(entity.name) that the server does not have any more.")
        }
    }
}
