/// Changes of the records of a store, which ``StoredRecords/commit(_:)`` makes as a whole or not at all.
///
/// Everything is checked at once against the schema that the store has recorded. Errors name the model and the
/// property, and no values.
public struct RecordChanges {
    private let records: StoredRecords
    /// The keys of the rows that are changed or deleted, by the position of their entity.
    private var touched: [Int: Set<ObjectKey>] = [:]
    /// The changes so far.
    private(set) var changes = ChangeSet()

    init(of records: StoredRecords) { self.records = records }

    // MARK: Rows

    /// Adds a row, by the names of properties; each other property gets the recorded default, or no value.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an unknown model or property; ``GranaryError/Code/invalidValue`` for a
    ///   value of another kind, or one that no store can hold; ``GranaryError/Code/constraint`` without a value that is
    ///   required.
    public mutating func insert(_ model: String, _ values: [String: Value]) throws {
        let entity = try records.entity(model)
        let row = Record(of: entity, values: try RecordCheck(entity).row(values))
        if let index = changes.inserts.firstIndex(where: { $0.entity === entity }) {
            changes.inserts[index].rows.append(row)
        } else {
            changes.inserts.append(InsertBatch(entity: entity, rows: [row]))
        }
    }

    /// Adds a row with the values of a record, which may come from another store, to the model of the same name.
    ///
    /// A property without a value stays without one, unless this store requires a value: then it gets the recorded
    /// default, like properties that the record does not have.
    ///
    /// - Throws: as ``insert(_:_:)``.
    public mutating func insert(_ record: Record) throws {
        let entity = try records.entity(record.entity.name)
        var values = record.named
        for (column, value) in record.values.enumerated().prefix(record.entity.columns.count)
        where value.isNull {
            let name = record.entity.valueName(of: column)
            // A property that only the other store has is no loss without a value.
            if let own = entity.column(ofValue: name), entity.columns[own].isOptional { values[name] = .null }
        }
        try insert(record.entity.name, values)
    }

    /// Changes properties of a row, in any version; the others stay.
    ///
    /// - Throws: as ``insert(_:_:)``; ``GranaryError/Code/query`` for a property of the key, which never changes.
    public mutating func update(_ model: String, _ key: ObjectKey, _ values: [String: Value]) throws {
        try update(records.entity(model), key, version: nil, values)
    }

    /// Gives a row all values of a record that was read from the store and changed, unless another save has changed it
    /// since.
    ///
    /// - Throws: as ``update(_:_:_:)``.
    public mutating func replace(_ record: Record) throws {
        let entity = try records.entity(record.entity.name)
        let key = try RecordCheck(entity).key(of: record)
        var values: [String: Value] = [:]
        for (column, value) in record.values.enumerated().prefix(record.entity.columns.count) {
            if !record.entity.keyColumns.contains(column) {
                values[record.entity.valueName(of: column)] = value
            }
        }
        try update(entity, key, version: record.version, values)
    }

    /// Deletes a row in any version, with its pairs; does nothing if there is none.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an unknown model.
    public mutating func delete(_ model: String, _ key: ObjectKey) throws {
        try delete(records.entity(model), key, version: nil)
    }

    /// Deletes the row of a record that was read from the store, unless another save has changed it since.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an unknown model.
    public mutating func delete(_ record: Record) throws {
        let entity = try records.entity(record.entity.name)
        try delete(entity, RecordCheck(entity).key(of: record), version: record.version)
    }

    private mutating func update(
        _ entity: Entity, _ key: ObjectKey, version: Int64?, _ values: [String: Value]
    ) throws {
        let check = RecordCheck(entity)
        try check.require(key)
        let (checked, properties) = try check.changes(values)
        if properties.isEmpty { return }
        try touch(key, of: entity)
        let row = UpdateBatch.Row(
            key: key, version: version, source: Record(of: entity, values: checked), properties: properties)
        if let index = changes.updates.firstIndex(where: { $0.entity === entity }) {
            changes.updates[index].rows.append(row)
        } else {
            changes.updates.append(UpdateBatch(entity: entity, rows: [row]))
        }
    }

    private mutating func delete(_ entity: Entity, _ key: ObjectKey, version: Int64?) throws {
        try RecordCheck(entity).require(key)
        try touch(key, of: entity)
        if let index = changes.deletes.firstIndex(where: { $0.entity === entity }) {
            changes.deletes[index].rows.append((key, version))
        } else {
            changes.deletes.append(DeleteBatch(entity: entity, rows: [(key, version)]))
        }
    }

    private mutating func touch(_ key: ObjectKey, of entity: Entity) throws {
        if touched[entity.index, default: []].insert(key).inserted { return }
        throw GranaryError(
            .query, "One commit changes the same row of \(entity.name) twice. Put the changes into one.",
            context: .init(entity: entity.name))
    }

    // MARK: Pairs

    /// Connects a row with others by a relationship from many to many.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an unknown model, and for any other relationship.
    public mutating func connect(
        _ model: String, _ key: ObjectKey, by relationship: String, to others: [ObjectKey]
    ) throws {
        try pairs(model, key, relationship, others) { $0.added += $1 }
    }

    /// Ends the connections of a row with others by a relationship from many to many.
    ///
    /// - Throws: as ``connect(_:_:by:to:)``.
    public mutating func disconnect(
        _ model: String, _ key: ObjectKey, by relationship: String, from others: [ObjectKey]
    ) throws {
        try pairs(model, key, relationship, others) { $0.removed += $1 }
    }

    private mutating func pairs(
        _ model: String, _ key: ObjectKey, _ relationship: String, _ others: [ObjectKey],
        _ add: (inout LinkBatch, [(first: ObjectKey, second: ObjectKey)]) -> Void
    ) throws {
        let entity = try records.entity(model)
        guard let found = entity.relationship(relationship),
            case .link(let table, let isFirst) = found.storage
        else {
            throw GranaryError(
                .query,
                "\(model) has no relationship from many to many “\(relationship)” in the store. Change the reference of the other side, if it has one.",
                context: .init(entity: model, properties: [relationship]))
        }
        try RecordCheck(entity).require(key)
        for other in others { try RecordCheck(found.destination).require(other) }
        let pairs = others.map { isFirst ? (first: key, second: $0) : (first: $0, second: key) }
        if let index = changes.links.firstIndex(where: { $0.table == table }) {
            add(&changes.links[index], pairs)
        } else {
            var batch = LinkBatch(table: table)
            add(&batch, pairs)
            changes.links.append(batch)
        }
    }
}
