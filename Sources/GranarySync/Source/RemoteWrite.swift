public import FoundationEssentials
public import Granary

/// A change of one object, or a command, on its way to the server.
public struct RemoteWrite: Sendable, Hashable, Identifiable {
    /// The effect on the object.
    public enum Kind: String, Sendable, Hashable {
        /// It is new.
        case insert
        /// Some of its properties have changed.
        case update
        /// It is deleted.
        case delete
        /// There is no single object; ``RemoteWrite/command`` says what to do.
        case command
    }

    /// A property with its stored values; several are those of a relationship to an object with a compound key.
    public struct Change: Sendable, Hashable {
        /// The name of the property in Swift.
        public let property: String
        /// The values before the write; `nil` for a new object.
        public let before: [Value]?
        /// The values that it writes; `nil` for a deleted object.
        public let after: [Value]?
    }

    /// A pair of a many-to-many relationship.
    public struct Pair: Sendable, Hashable {
        /// The name of the relationship in Swift.
        public let relationship: String
        /// The key of the object on the other side.
        public let target: ObjectKey
        /// Whether the pair is added; otherwise it is removed.
        public let isAdded: Bool
    }

    /// The identity of the write, the same each time that it is sent: an idempotency key.
    public let id: UUID
    /// The identity of the save that the write is a part of.
    public let save: UUID
    /// The name of the model; of a command, its name.
    public let model: String
    /// The key of the object; of a command, its identity.
    public let key: ObjectKey
    /// What the server calls the object, if its model has an attribute for that and the server has said it.
    public internal(set) var remoteID: Value?
    /// The key that the object has in rows of the server: its id there, if that has the type of the keys.
    package internal(set) var servedKey: ObjectKey
    /// The effect on the object.
    public let kind: Kind
    /// The properties: all of a new or deleted object, else those that have changed.
    ///
    /// References to objects that the server assigns ids to hold these ids.
    public internal(set) var changes: [Change]
    /// The pairs of many-to-many relationships.
    public internal(set) var pairs: [Pair]
    /// The command; `nil` for a change of an object.
    public let command: RemoteCommand?

    /// The values that it writes, by the names of properties; without those of relationships to compound keys.
    public var values: [String: Value] {
        var values: [String: Value] = [:]
        for change in changes {
            if let after = change.after, after.count == 1 { values[change.property] = after.first }
        }
        return values
    }

    /// Reads an entry, without the properties that its model ignores.
    ///
    /// - Throws: as ``EntryValues/init(reading:)``.
    init(_ entry: SyncEntry, ignoring ignored: Set<String>) throws {
        id = entry.id
        save = entry.save
        kind = Kind(entry.kind)
        if entry.kind == .command {
            let command = try RemoteCommand(EntryCommand(reading: entry.values), entry.id)
            model = command.name
            key = .uuid(entry.id)
            servedKey = key
            self.command = command
            changes = []
            pairs = []
            return
        }
        model = entry.entity
        key = try ObjectKey(entryData: entry.key)
        servedKey = key
        command = nil
        let values = try EntryValues(reading: entry.values)
        changes = values.changes.filter { !ignored.contains($0.property) }.map {
            Change(property: $0.property, before: $0.before, after: $0.after)
        }
        pairs = values.pairs.map {
            Pair(relationship: $0.relationship, target: $0.target, isAdded: $0.isAdded)
        }
    }
}

extension RemoteWrite.Kind {
    init(_ kind: EntryKind) {
        switch kind {
        case .insert: self = .insert
        case .update: self = .update
        case .delete: self = .delete
        case .command: self = .command
        }
    }
}
