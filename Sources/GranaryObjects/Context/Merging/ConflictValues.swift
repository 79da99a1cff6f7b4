extension Entity {
    /// The name a column has in a conflict: its property's, or the column's own if a property has several.
    func conflictName(ofColumn column: Int) -> String {
        let property = columns[column].property
        return columns(ofProperty: property).count == 1 ? propertyName(property) : columns[column].name
    }

    /// The properties that form the key.
    package var keyProperties: PropertySet {
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
                .query, "The conflict has no value for “\(name)”; resolve it as it was thrown.",
                context: .init(entity: self.name))
        }
    }

    /// The object that one side of a conflict describes, outside of contexts.
    ///
    /// - Throws: as ``columnValues(named:)``, and any error from decoding a value.
    func object<M: Model>(_ type: M.Type, named values: [String: Value]) throws -> M {
        try M(columns: columnValues(named: values), of: self)
    }
}

extension ModelSnapshot {
    /// The snapshot with other values in some columns, by the names they have in a conflict, and the properties
    /// concerned.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a name that the entity does not have; any error from decoding a value.
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
        return (try Object(columns: columns, of: entity).snapshot, properties)
    }
}
