/// Gives the code of a ``Migration`` the old rows as records, and the new ones as objects or records.
///
/// One thread uses it, and only while the code runs. Saves go to a copy of the store, so others see no changes before
/// the migration is complete.
public final class MigrationWork {
    /// The store in its old state, for reading.
    public let old: StoredRecords
    /// The objects of the new models.
    ///
    /// Changes that are unsaved when the code ends are saved then.
    public let context: Context
    private let schema: Schema
    private let session: any StoreSession
    private let monitor: MigrationMonitor?
    private var changes = ChangeSet()
    private var count = 0

    /// The number of rows per write.
    private static let batchSize = 1_000
    /// The number of rows whose objects are expected at a time, and the number of bytes that end such a part earlier.
    private static let (expectedRows, expectedBytes) = (250, 1 << 20)

    init(_ schema: Schema, from old: StoredRecords, to new: any Store, _ request: MigrationRequest) throws {
        self.old = old
        self.schema = schema
        monitor = request.monitor
        let names = Set(request.store.entities.map(\.configuration))
        let member = StoreCoordinator.Member(
            store: new, type: request.store.configuration.type,
            name: names.sorted().joined(separator: ", "), isReadOnly: false,
            keys: schema.entities.map { _ in KeySupply() })
        let coordinator = StoreCoordinator(
            schema: schema, members: [member],
            placement: schema.entities.map { names.contains($0.configuration) ? 0 : -1 },
            broadcaster: SaveBroadcaster(notifiesContexts: false), identifiers: TimeOrderedUUIDSource())
        var options = ContextOptions()
        // What a migration changes is no edit of a user.
        options.capturesSaves = false
        context = Context(try StoreHolds(.open(coordinator)).keep(), options: options)
        session = try new.makeSession()
    }

    func end() { session.end() }

    /// Passes every old row of a model to a closure, and saves the closure's changes in batches.
    ///
    /// Where the closure looks up new objects of the same model by the keys of their old rows, many are loaded in one
    /// request.
    ///
    /// - Throws: ``GranaryError/Code/query`` if the old store has no such model; errors of the closure and of saving;
    ///   ``GranaryError/Code/cancelled`` when the migration is given up.
    public func each(_ model: String, _ body: (Record) throws -> Void) throws {
        let name = "code: \(model)"
        if let monitor { try monitor.begin(name, rows: try old.count(model)) }
        var tally = RowTally(monitor, name)
        let rows = try old.stream(model)
        let keys = try RowKeys(of: old.entity(model), in: schema)
        let graph = context.graph
        let outer = graph.lookup.expected
        outer?.release()
        let expected = keys.map { ExpectedObjects(graph.tables[$0.entity.index]) }
        graph.lookup.expected = expected
        defer {
            rows.close()
            expected?.release()
            graph.lookup.expected = outer
        }
        var number = 0
        while case let batch = try rows.next(Self.expectedRows, Self.expectedBytes), !batch.isEmpty {
            if let keys { expected?.expect(keys.keys(of: batch)) }
            for row in batch {
                try body(row)
                number += 1
                if number.isMultiple(of: Self.batchSize) { try save() }
                try tally.add()
            }
        }
        try tally.finish()
        try save()
    }

    /// Saves all changes so far.
    public func save() throws {
        try context.save()
        try write()
    }

    // MARK: Records

    private func entity(_ model: String) throws -> Entity {
        if let entity = schema.entity(model) { return entity }
        throw GranaryError(
            .query, "The schema “\(schema.name)” has no model “\(model)”.", context: .init(entity: model))
    }

    /// Adds a row to a new model, by the names of its properties.
    public func insert(_ model: String, _ values: [String: Value]) throws {
        let entity = try entity(model)
        try collect { changes in
            let row = Record(of: entity, values)
            if let last = changes.inserts.indices.last, changes.inserts[last].entity === entity {
                changes.inserts[last].rows.append(row)
            } else {
                changes.inserts.append(InsertBatch(entity: entity, rows: [row]))
            }
        }
    }

    /// Changes properties of a row of a new model; a missing row ends the migration with
    /// ``GranaryError/Code/notFound``.
    public func update(_ model: String, _ key: ObjectKey, _ values: [String: Value]) throws {
        let entity = try entity(model)
        let record = Record(of: entity, values)
        var properties = PropertySet()
        for position in 0..<entity.propertyCount {
            let name = entity.propertyName(position)
            if values.keys.contains(where: { $0 == name || $0.begins(with: "\(name).") }) {
                properties.insert(position)
            }
        }
        let row = UpdateBatch.Row(key: key, version: nil, source: record, properties: properties)
        try collect { changes in
            if let last = changes.updates.indices.last, changes.updates[last].entity === entity {
                changes.updates[last].rows.append(row)
            } else {
                changes.updates.append(UpdateBatch(entity: entity, rows: [row]))
            }
        }
    }

    /// Removes a row of a new model.
    public func delete(_ model: String, _ key: ObjectKey) throws {
        let entity = try entity(model)
        try collect { $0.deletes.append(DeleteBatch(entity: entity, rows: [(key, nil)])) }
    }

    private func collect(_ change: (inout ChangeSet) -> Void) throws {
        change(&changes)
        count += 1
        if count >= Self.batchSize { try write() }
    }

    private func write() throws {
        guard count > 0 else { return }
        let written = changes
        (changes, count) = (ChangeSet(), 0)
        context.graph.lookup.expected?.release()
        let result = try session.commit(written)
        guard let first = result.conflicts.first else { return }
        throw GranaryError(
            .notFound,
            "The migration changes an object of \(first.entity) that is not there; nothing was changed.",
            context: .init(entity: first.entity))
    }
}

/// Finds the keys that old rows have in the new schema.
private struct RowKeys {
    /// The new model with the name of the old one.
    let entity: Entity
    private let columns: [Int]

    /// Compares an old model with the new ones; `nil` if no key of the old one is a key of the new one.
    init?(of old: Entity, in schema: Schema) throws {
        guard let entity = schema.entity(old.name), entity.type != nil else { return nil }
        let columns = entity.keyColumns.compactMap { column in
            let wanted = entity.columns[column]
            return old.columns.firstIndex { $0.name == wanted.name && $0.type == wanted.type }
        }
        guard columns.count == entity.keyColumns.count else { return nil }
        self.entity = entity
        self.columns = columns
    }

    func keys(of rows: [Record]) -> [ObjectKey] {
        rows.compactMap { row in ObjectKey(columns.map { row.values[$0] }) }
    }
}
