/// A store opened without models: its rows are records of the schema that it has recorded, to be read, and written in
/// commits.
///
/// ```swift
/// let records = try StoredRecords(configuration, backends: [.sqlite])
/// defer { records.close() }
/// let books = try records.stream("Book")
/// while let book = try books.next() { print(book["title"] ?? .null) }
/// ```
///
/// One thread at a time uses it. It reads one snapshot, which the first record fixes, and which ends with a commit.
/// Opened for writing, each stream has its own session and snapshot.
public final class StoredRecords {
    /// The schema of the store.
    public let schema: StoredSchema
    /// The models that the store describes.
    let described: Schema
    private let store: any Store
    let session: any StoreSession
    /// Whether ``commit(_:)`` may change the store.
    let isWritable: Bool
    private let owns: Bool
    private var isClosed = false

    /// Opens the store of a configuration for reading, or for writing too.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` if there is no store; ``GranaryError/Code/unsupported`` for a backend
    ///   that cannot inspect stores, and for writing in a store of format 1, which has not recorded its models;
    ///   ``GranaryError/Code/denied`` for writing with a read-only configuration; errors of opening.
    public convenience init(
        _ configuration: StoreConfiguration, backends: [Backend], forWriting isWritable: Bool = false
    ) throws {
        let backend = try StoreRegistry(backends: backends).backend(for: configuration.type)
        guard let inspectable = backend as? any InspectableBackend.Type else {
            throw GranaryError(
                .unsupported,
                "Stores of the type “\(configuration.type)” cannot be inspected. Open the store with its models."
            )
        }
        guard let found = try inspectable.inspect(configuration) else { throw Self.missing }
        let described = Schema(stored: found.schema)
        var request = StoreOpenRequest(reading: described, configuration, as: found.schema)
        if isWritable { request = try Self.request(writing: found, described, configuration) }
        let store = try backend.open(request)
        do {
            if store.isNew { throw Self.missing }
            try self.init(found.schema, described, store, owns: true, isWritable: isWritable)
        } catch {
            try? store.close()
            // Another process has removed the store in between, and opening it for writing has made an empty one.
            if store.isNew { try? backend.destroy(configuration) }
            throw error
        }
    }

    private static var missing: GranaryError {
        GranaryError(.notFound, "There is no store with records. Correct its place.")
    }

    /// Reads an open store with a known schema.
    package init(
        _ schema: StoredSchema, _ described: Schema, _ store: any Store, owns: Bool, isWritable: Bool = false
    ) throws {
        self.schema = schema
        self.described = described
        self.store = store
        self.owns = owns
        self.isWritable = isWritable
        session = try store.makeSession()
    }

    deinit { close() }

    /// The names of the models in alphabetical order; a table without a recorded model counts as a model with its name.
    public var models: [String] { described.entities.map(\.name).sorted() }

    /// The entity of a model or table.
    ///
    /// - Throws: ``GranaryError/Code/query`` if the store has none of this name.
    package func entity(_ name: String) throws -> Entity {
        if let entity = described.entity(name) ?? described.entities.first(where: { $0.table == name }) {
            return entity
        }
        throw GranaryError(
            .query, "The store holds no model “\(name)”; it holds \(models.joined(separator: ", ")).",
            context: .init(entity: name))
    }

    /// The identity of the store.
    var identity: String { store.identity.id }

    /// The pairs of a table with some keys on the first side, sorted.
    func pairs(_ table: LinkTable, of keys: [ObjectKey]) throws -> [(ObjectKey, ObjectKey)] {
        try session.links(table, fromFirst: true, of: keys).map { ($0.0, $0.1) }
    }

    /// The rows of a model, one after the other, in constant memory.
    ///
    /// - Throws: ``GranaryError/Code/query`` if the store has no such model; errors of reading.
    public func stream(_ model: String) throws -> RecordStream {
        let entity = try entity(model)
        var request = FetchRequest(entity: entity)
        request.isStream = true
        if !isWritable { return RecordStream(try session.fetch(request).cursor, of: entity) }
        // A commit ends the cursors of its session.
        let own = try store.makeSession()
        do {
            return RecordStream(try own.fetch(request).cursor, of: entity, ending: own)
        } catch {
            own.end()
            throw error
        }
    }

    /// The number of rows of a model.
    public func count(_ model: String) throws -> Int {
        let request = FetchRequest(entity: try entity(model))
        if let count = try session.count(request) { return count }
        let rows = try stream(model)
        var count = 0
        while try rows.next() != nil { count += 1 }
        return count
    }

    /// The row with a key; `nil` if there is none.
    public func find(_ model: String, _ key: ObjectKey) throws -> Record? {
        let entity = try entity(model)
        var request = FetchRequest(entity: entity)
        request.selection = .keys([key])
        return try RecordStream(try session.fetch(request).cursor, of: entity).first()
    }

    /// The keys of the objects to which one object is connected by a relationship to many.
    ///
    /// - Throws: ``GranaryError/Code/query`` if the model has no such relationship.
    public func keys(of relationship: String, from model: String, _ key: ObjectKey) throws -> [ObjectKey] {
        let entity = try entity(model)
        guard let found = entity.relationship(relationship), found.isToMany else {
            throw GranaryError(
                .query, "\(model) has no relationship to many “\(relationship)” in the store.",
                context: .init(entity: model, properties: [relationship]))
        }
        switch found.storage {
        case .link(let table, let isFirst):
            return try session.links(table, fromFirst: isFirst, of: [key]).map { $0.1 }
        case .destinationColumns(let inverse):
            var request = FetchRequest(entity: found.destination)
            request.selection = .referring(relationship: inverse.name, to: [key])
            let rows = RecordStream(try session.fetch(request).cursor, of: found.destination)
            defer { rows.close() }
            var keys: [ObjectKey] = []
            while let row = try rows.next() { if let key = row.key { keys.append(key) } }
            return keys
        case .ownColumns: return []
        }
    }

    /// Ends reading, and closes the store unless it was open before; safe to call twice.
    public func close() {
        if isClosed { return }
        isClosed = true
        session.end()
        if owns { try? store.close() }
    }
}

extension StoredRecords {
    /// Requests a store for writing by the schema that it has recorded, so that the record stays as it is.
    private static func request(
        writing found: InspectedStore, _ described: Schema, _ configuration: StoreConfiguration
    ) throws -> StoreOpenRequest {
        if configuration.isReadOnly {
            throw GranaryError(
                .denied, "The store is configured read-only, so its records cannot be opened for writing.")
        }
        if found.identity.formatVersion < 2 {
            throw GranaryError(
                .unsupported,
                "The store is of format 1, which does not record its models. Open it once with its models, and then write records."
            )
        }
        var request = StoreOpenRequest(
            configuration: configuration, entities: described.entities, links: described.links,
            fingerprint: found.identity.fingerprint)
        request.recorded = found.schema
        request.isForOnePass = true
        return request
    }
}

extension StoreOpenRequest {
    /// Requests a store for reading by the schema that it has recorded.
    ///
    /// `recorded` is that schema as the store holds it, where the other one is made from it.
    package init(
        reading schema: Schema, _ configuration: StoreConfiguration, as recorded: StoredSchema? = nil
    ) {
        var configuration = configuration
        configuration.isReadOnly = true
        self.init(
            configuration: configuration, entities: schema.entities, links: schema.links,
            fingerprint: schema.fingerprint)
        isForOnePass = true
        self.recorded = recorded
    }
}
