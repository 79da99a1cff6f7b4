public import FoundationEssentials
public import Granary

/// A request to a server that is no change of an object, such as to check a passenger in: it waits in the outbox, is
/// stored with a save, and is sent once.
public struct RemoteCommand: Sendable, Hashable, Identifiable {
    /// An object of a model, by the name of the model.
    public struct Object: Sendable, Hashable {
        /// The name of the model.
        public let model: String
        /// The key.
        public let key: ObjectKey

        /// Makes the identity of an object without its type.
        public init<M: Model>(_ id: ObjectID<M>) {
            model = M.modelDescription.name
            key = id.key.objectKey
        }

        init(model: String, key: ObjectKey) {
            self.model = model
            self.key = key
        }
    }

    /// The identity of the command: an idempotency key.
    public let id: UUID
    /// The name, by which the source knows what to do.
    public let name: String
    /// The bytes that the source sends.
    public let payload: Data
    /// The objects that it is about: it waits for their earlier writes, and their later ones wait for it.
    public let objects: [Object]
    /// The name that it shares with the commands that replace it while it waits; `nil` for one that nothing replaces.
    public let key: String?

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - name: the name, by which the source knows what to do.
    ///   - payload: the bytes that the source sends.
    ///   - objects: the objects that it is about.
    ///   - key: a later command with the same name and key replaces it while it waits.
    public init(_ name: String, _ payload: Data = Data(), about objects: [Object] = [], key: String? = nil) {
        id = SyncBookkeeping.identifiers.makeUUID()
        self.name = name
        self.payload = payload
        self.objects = objects
        self.key = key
    }

    init(_ command: EntryCommand, _ id: UUID) throws {
        self.id = id
        name = command.name
        payload = command.payload
        key = command.key
        objects = try command.objects.map {
            Object(model: $0.entity, key: try ObjectKey(entryData: $0.key))
        }
    }
}

extension Context {
    /// Adds a command to the next save, which stores it in the same commit; it is sent after the writes of that save
    /// that it is about.
    ///
    /// Rolling back, and undoing before the save, takes it out again. A child context hands it to its parent.
    ///
    /// - Returns: the identity of the command, for ``Outbox/delivery(of:within:)``.
    /// - Throws: ``GranaryError/Code/schema`` for a schema without synced models, and for an object of a model that is
    ///   not in it; errors of the insertion.
    @discardableResult
    public func enqueue(_ command: RemoteCommand) throws -> UUID {
        guard schema.syncRule != nil else {
            throw GranaryError(
                .schema,
                "The schema “\(schema.name)” has no synced models, so no outbox takes a command; name them by `schema.syncing { Synced(…) }`."
            )
        }
        for object in command.objects where schema.entity(object.model) == nil {
            throw GranaryError(
                .schema,
                "A command is about an object of \(object.model), which is not in the schema “\(schema.name)”; add it there.",
                context: .init(entity: object.model))
        }
        try insert(try SyncEntry(command))
        return command.id
    }
}

extension SyncEntry {
    /// The place of commands among the entries of a save: after all of its writes.
    private static let placeOfCommands = Int(Int32.max)

    /// Makes the entry of a command.
    fileprivate convenience init(_ command: RemoteCommand) throws {
        let entry = EntryCommand(
            name: command.name, key: command.key,
            objects: command.objects.map { EntryPlace(entity: $0.model, key: $0.key.entryData) },
            payload: command.payload)
        var key = EntryWriter()
        key.text(command.name)
        key.text(command.key ?? command.id.uuidString)
        self.init(
            save: command.id, place: Self.placeOfCommands, entity: "", key: key.data, kind: .command,
            values: try entry.written(), replaced: nil, state: .waiting)
        id = command.id
    }
}
