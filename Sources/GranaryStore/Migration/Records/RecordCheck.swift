/// Checks values by the names of properties against a store's record of a model.
struct RecordCheck {
    private let entity: Entity

    init(_ entity: Entity) { self.entity = entity }

    /// The values of a whole new row, by column.
    func row(_ named: [String: Value]) throws -> [Value] {
        var values = entity.columns.indices.map { column -> Value in
            column < entity.attributes.count ? entity.attributes[column].defaultValue ?? .null : .null
        }
        for (column, value) in try stored(named) { values[column] = value }
        try requireValues(values, in: entity.columns.indices)
        return values
    }

    /// The values of the named properties, by column, and the properties that they belong to.
    func changes(_ named: [String: Value]) throws -> ([Value], PropertySet) {
        var values = [Value](repeating: .null, count: entity.columns.count)
        var given: [Int] = []
        var properties = PropertySet()
        for (column, value) in try stored(named) {
            if entity.keyColumns.contains(column) {
                throw problem(
                    .query, "is a part of the key, which never changes. Delete the row, and insert another.",
                    column)
            }
            values[column] = value
            given.append(column)
            properties.insert(entity.columns[column].property)
        }
        try requireValues(values, in: given)
        let whole = given.map { entity.columns(ofProperty: entity.columns[$0].property) }
        if let part = whole.first(where: { !$0.allSatisfy(given.contains) })?.first {
            throw problem(.query, "has several parts, which change together.", part)
        }
        return (values, properties)
    }

    /// The key of a record.
    func key(of record: Record) throws -> ObjectKey {
        if let key = record.key { return key }
        throw problem(.constraint, "must have a value.", entity.keyColumns[0], .notNull)
    }

    /// Throws unless a key is one of this model, by the kinds of its parts.
    func require(_ key: ObjectKey) throws {
        let parts = key.values
        guard parts.count == entity.keyColumns.count else {
            throw GranaryError(
                .invalidValue, "A key of \(entity.name) has \(entity.keyColumns.count) parts.",
                context: .init(entity: entity.name))
        }
        for (column, part) in zip(entity.keyColumns, parts) { _ = try stored(part, column) }
    }

    private func stored(_ named: [String: Value]) throws -> [(Int, Value)] {
        try named.sorted { $0.key < $1.key }.map { name, value in
            guard let column = entity.column(ofValue: name) else {
                throw GranaryError(
                    .query, "\(entity.name) has no property “\(name)” in the store.",
                    context: .init(entity: entity.name, properties: [name]))
            }
            return (column, try stored(value, column))
        }
    }

    private func stored(_ value: Value, _ column: Int) throws -> Value {
        let type = entity.columns[column].type
        do {
            if let stored = try value.stored(as: type) { return stored }
        } catch {
            let reason = (error as? GranaryError)?.message ?? "The value cannot be stored."
            throw problem(.invalidValue, "has a value that no store can hold: \(reason)", column)
        }
        throw problem(.invalidValue, "takes values of the kind \(type.rawValue) only.", column)
    }

    private func requireValues(_ values: [Value], in columns: some Sequence<Int>) throws {
        for column in columns where values[column].isNull {
            if entity.columns[column].isOptional, !entity.keyColumns.contains(column) { continue }
            throw problem(.constraint, "must have a value.", column, .notNull)
        }
    }

    private func problem(
        _ code: GranaryError.Code, _ what: String, _ column: Int, _ constraint: GranaryError.Constraint? = nil
    ) -> GranaryError {
        let name = entity.valueName(of: column)
        return GranaryError(
            code, "\(entity.name).\(name) \(what)",
            context: .init(entity: entity.name, properties: [name], constraint: constraint))
    }
}

extension Value {
    /// The value as a column of a kind holds it; `nil` for a value of another kind.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a value that no store can hold; ``JSONSyntaxError`` for text
    ///   that is not JSON.
    fileprivate func stored(as type: AttributeType) throws -> Value? {
        switch (self, type) {
        case (.null, _), (.bool, .bool), (.integer, .integer), (.data, .data), (.uuid, .uuid): return self
        case (.real(let number), .real): return try .storable(number)
        case (.text(let text), .text): return try .storable(text)
        case (.decimal(let number), .decimal): return try .storable(number)
        case (.date(let moment), .date): return .date(try StoredDate.validated(moment))
        case (.text(let text), .json):
            try StructuredValue.validate(text)
            return self
        default: return nil
        }
    }
}
