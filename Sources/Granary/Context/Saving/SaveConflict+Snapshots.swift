extension SaveConflict {
    /// The conflict of three versions of an object: equal values have the same form in base, mine and theirs.
    init<Snapshot: ModelSnapshot>(
        _ entity: Entity, _ key: ObjectKey, base: Snapshot, mine: Snapshot?, theirs: Snapshot?
    ) throws {
        let read = try WrittenSnapshot(base, of: entity)
        let found = try theirs.map { try WrittenSnapshot($0, of: entity, like: [read]) }
        let wanted = try mine.map {
            try WrittenSnapshot($0, of: entity, like: [found, read].compactMap { $0 })
        }
        self.init(
            entity: entity.name, key: key, base: entity.named(read.columns),
            mine: wanted.map { entity.named($0.columns) }, theirs: found.map { entity.named($0.columns) })
    }
}

extension Entity {
    /// The name a column has in a conflict: its property's, or the column's own where a property has several.
    func conflictName(ofColumn column: Int) -> String {
        let property = columns[column].property
        return columns(ofProperty: property).count == 1 ? propertyName(property) : columns[column].name
    }

    /// The properties that form the key.
    var keyProperties: PropertySet {
        var properties = PropertySet()
        for column in keyColumns { properties.insert(columns[column].property) }
        return properties
    }

    /// The values of some properties, from the columns of a row, by the names they have in a conflict.
    func named(_ values: [Value], of properties: PropertySet = .all) -> [String: Value] {
        var named: [String: Value] = [:]
        for (column, value) in values.enumerated() where properties.contains(columns[column].property) {
            named[conflictName(ofColumn: column)] = value
        }
        return named
    }

    /// The columns of a row in a conflict.
    ///
    /// - Throws: ``GranaryError/Code/query`` when a property is missing.
    func columnValues(named values: [String: Value]) throws -> [Value] {
        try columns.indices.map { column in
            let name = conflictName(ofColumn: column)
            if let value = values[name] { return value }
            throw GranaryError(
                .query, "The conflict has no value for “\(name)”; resolve it as the save has thrown it.",
                context: .init(entity: self.name))
        }
    }
}

extension ModelSnapshot {
    /// The snapshot with other values in some columns, by the names they have in a conflict, and the properties concerned.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a name that the entity does not have; what decoding a value throws.
    func taking(_ values: [String: Value], of entity: Entity) throws -> (Self, PropertySet) {
        var columns = try columnValues(of: entity)
        var properties = PropertySet()
        for (name, value) in values {
            guard let column = columns.indices.first(where: { entity.conflictName(ofColumn: $0) == name })
            else {
                throw GranaryError(
                    .query,
                    "The merge policy gave a value for “\(name)”, which is no property of \(entity.name).",
                    context: .init(entity: entity.name))
            }
            columns[column] = value
            properties.insert(entity.columns[column].property)
        }
        let cursor = ValueCursor(rows: [columns])
        _ = try cursor.advance()
        return (try Object(from: Row(cursor, of: entity)).snapshot, properties)
    }
}

extension GranaryError {
    /// The error of a save that leaves conflicts open.
    static func saveConflict(_ conflicts: [SaveConflict]) -> GranaryError {
        let entities = Set(conflicts.map(\.entity)).sorted().joined(separator: ", ")
        let undecided = Set(
            conflicts.flatMap { conflict in conflict.undecided.map { "\(conflict.entity).\($0)" } })
        let reason =
            undecided.isEmpty
            ? ""
            : " The merge rule of \(undecided.sorted().joined(separator: ", ")) has no value that its type can hold."
        var error = GranaryError(
            .conflict,
            "Others changed \(conflicts.count == 1 ? "an object" : "\(conflicts.count) objects") of \(entities) since this context read them; nothing was saved.\(reason) Settle each of `conflicts` with `context.resolve` and save again, or choose a merge policy; they hold base, mine and theirs."
        )
        if let first = conflicts.first, conflicts.count == 1 {
            error.context.entity = first.entity
            error.context.properties = first.undecided
        }
        error.conflicts = conflicts
        return error
    }
}

/// A snapshot and its columns, which it shares with other snapshots wherever properties are equal.
///
/// Equal sets may be written in different orders; a program that compares columns must not see a difference.
private struct WrittenSnapshot<Snapshot: ModelSnapshot> {
    let snapshot: Snapshot
    private(set) var columns: [Value]

    init(_ snapshot: Snapshot, of entity: Entity, like others: [WrittenSnapshot] = []) throws {
        self.snapshot = snapshot
        columns = try snapshot.columnValues(of: entity)
        for other in others {
            let differing = snapshot.differences(from: other.snapshot)
            for (index, column) in entity.columns.enumerated() where !differing.contains(column.property) {
                columns[index] = other.columns[index]
            }
        }
    }
}
