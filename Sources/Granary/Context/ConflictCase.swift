/// A row as its store holds it now.
struct StoreVersion<M: Model> {
    let object: M
    let version: Int64
}

/// One object in conflict: this context's, and the store's row if there still is one.
struct ConflictCase<M: Model> {
    let mine: M
    let theirs: StoreVersion<M>?
    let key: ObjectKey
    let entity: Entity

    /// The properties this context changed.
    var changed: PropertySet { mine.objectState.changes?.properties ?? PropertySet() }

    /// The properties that form the key.
    var keyProperties: PropertySet {
        var properties = PropertySet()
        for column in entity.keyColumns { properties.insert(column) }
        return properties
    }

    /// The columns as this context read them.
    func base() throws -> [Value] {
        guard let changes = mine.objectState.changes else { return try mine.columnValues(of: entity) }
        return try changes.original.columnValues(of: entity)
    }

    /// The properties the store changed since this context read them.
    func theirChanges() throws -> PropertySet {
        guard let theirs else { return .all }
        return differences(try base(), try theirs.object.columnValues(of: entity))
    }

    /// Whether mine and theirs agree on some properties.
    func areSame(_ properties: PropertySet) throws -> Bool {
        guard let theirs else { return false }
        let differing = differences(
            try mine.columnValues(of: entity), try theirs.object.columnValues(of: entity))
        return properties.intersection(differing).isEmpty
    }

    private func differences(_ left: [Value], _ right: [Value]) -> PropertySet {
        var properties = PropertySet()
        for (index, column) in entity.columns.enumerated() where left[index] != right[index] {
            properties.insert(column.property)
        }
        return properties
    }

    /// The conflict as programs see it.
    func description(in context: ManagedContext) throws -> SaveConflict {
        SaveConflict(
            entity: entity.name, key: key, base: named(try base()),
            mine: mine.objectState.phase == .deleted ? nil : named(try mine.columnValues(of: entity)),
            theirs: try theirs.map { named(try $0.object.columnValues(of: entity)) })
    }

    private func named(_ values: [Value]) -> [String: Value] {
        Dictionary(
            values.enumerated().map { (name(ofColumn: $0), $1) }, uniquingKeysWith: { first, _ in first })
    }

    /// The name a column has in a conflict: its property's, or the column's own where a property has several.
    func name(ofColumn column: Int) -> String {
        let property = entity.columns[column].property
        return entity.columns(ofProperty: property).count == 1
            ? entity.propertyName(property) : entity.columns[column].name
    }
}
