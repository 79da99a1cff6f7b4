import FoundationEssentials
import Granary

/// An object that entries are about: its model and its key.
struct EntryPlace: Hashable, Sendable {
    /// The name of the model; empty for a command, which is about no single object.
    let entity: String
    /// The key, in the compact format.
    let key: Data
}

extension SyncEntry {
    /// The object that it changes; of a command, its own identity.
    var object: EntryPlace {
        kind == .command
            ? EntryPlace(entity: "", key: ObjectKey.uuid(id).entryData) : EntryPlace(entity: entity, key: key)
    }

    /// The objects that it refers to before or after.
    ///
    /// - Throws: ``GranaryError/Code/newer`` and ``GranaryError/Code/corrupt`` for bytes that cannot be read.
    func targets(in schema: Schema) throws -> [EntryPlace] {
        if kind == .command { return try EntryCommand(reading: values).objects }
        let written = try EntryValues(reading: values)
        guard let entity = schema.entity(entity) else { return [] }
        var targets: [EntryPlace] = []
        for change in written.changes {
            guard let relationship = entity.relationship(change.property) else { continue }
            for part in [change.before, change.after] {
                guard let key = part.flatMap({ ObjectKey($0) }) else { continue }
                targets.append(EntryPlace(entity: relationship.destination.name, key: key.entryData))
            }
        }
        for pair in written.pairs {
            guard let relationship = entity.relationship(pair.relationship) else { continue }
            targets.append(
                EntryPlace(entity: relationship.destination.name, key: pair.target.entryData))
        }
        // An object may refer to itself, which it need not wait for.
        return targets.filter { $0 != object }
    }
}
