/// Writing what a query in the engine's own language computes.
extension BatchRunner {
    /// Sets attributes of the objects whose keys a native query gives, as ``Context/nativeWrite(_:to:setting:)`` describes.
    func nativeWrite<M: Model>(_ query: NativeQuery, _ type: M.Type, _ attributes: [ExpressionTree]) throws
        -> Int
    {
        try access.perform(.update, M.self, rows: { $0 }) { try writeRows(query, type, attributes) }
    }

    private func writeRows<M: Model>(
        _ query: NativeQuery, _ type: M.Type, _ attributes: [ExpressionTree]
    ) throws -> Int {
        guard try mayBeginBatch() else { return 0 }
        let entity = try access.coordinator.entity(of: type)
        let columns = try NativeColumns(attributes, entity)
        let observed = observation(type, entity)
        var count = 0
        _ = try commitBatch(entity, observed) {
            let wanted = try columns.rows(try queries.native(query, from: type, kinds: columns.kinds))
            var request = FetchRequest(entity: entity)
            request.selection = .keys(wanted.keys.sorted())
            var updates = BatchUpdates(entity, observed)
            count = 0
            // Without keys there is nothing to read.
            if wanted.isEmpty { return ChangeSet() }
            try queries.forEachRow(type, request, []) { row, _ in
                let key = try key(of: row, entity)
                guard let values = wanted[key] else { return }
                count += 1
                if try values.areStored(in: row) { return }
                try columns.requireReadable(values, in: row, type)
                try updates.add(row, key, changedBy: values, columns.properties)
            }
            return try updates.finish()
        }
        return count
    }
}

/// The columns of a native query whose values are written: those of the key, and those of attributes.
private struct NativeColumns {
    let entity: Entity
    /// The columns of the attributes to set.
    private(set) var columns: [Int] = []
    /// The properties to set.
    private(set) var properties = PropertySet()

    /// The kinds of the columns of the query.
    var kinds: [AttributeType] { entity.keyTypes + columns.map { entity.columns[$0].type } }

    init(_ attributes: [ExpressionTree], _ entity: Entity) throws {
        self.entity = entity
        if attributes.isEmpty { throw problem(.query, "A native write sets no attribute; name one.") }
        for tree in attributes {
            guard case .attribute(path: let path, let name) = tree, path.isEmpty,
                let position = entity.attributePosition(name)
            else {
                throw problem(
                    .query, "A native write sets attributes of \(entity.name) itself and nothing else.")
            }
            let column = entity.columns(ofProperty: position).lowerBound
            if entity.keyColumns.contains(column) {
                throw problem(
                    .query, "A primary key cannot change; delete the objects and insert new ones.", [name])
            }
            if properties.contains(position) {
                throw problem(.query, "A native write cannot set “\(name)” twice; name it once.", [name])
            }
            properties.insert(position)
            columns.append(column)
        }
    }

    /// The values to write by the keys of their objects.
    func rows(_ rows: [[Value]]) throws -> [ObjectKey: AssignedRow] {
        var found: [ObjectKey: AssignedRow] = [:]
        for row in rows {
            guard let key = ObjectKey(Array(row.prefix(entity.keyColumns.count))) else {
                throw problem(.query, "The native query has a row without a key; leave such rows out.")
            }
            let values = zip(columns, row.dropFirst(entity.keyColumns.count)).map { (column: $0, value: $1) }
            for (column, value) in values where value.isNull && !entity.columns[column].isOptional {
                let name = entity.propertyName(entity.columns[column].property)
                var error = problem(
                    .constraint,
                    "A native write gives “\(name)” no value in some object, and it must have one.", [name])
                error.context.constraint = .notNull
                throw error
            }
            if found.updateValue(AssignedRow(values), forKey: key) != nil {
                throw problem(
                    .query,
                    "The native query has two rows for one object; group them, so that one value is left.")
            }
        }
        return found
    }

    /// Throws for a value of which the model could not make a property.
    func requireReadable<M: Model>(_ values: AssignedRow, in row: any EvaluationRow, _ type: M.Type) throws {
        // Another value of the row that cannot be read is none of this write.
        let written = ValueCollector(entity.columns.indices.map { (try? row.value(at: $0)) ?? .null })
        values.encode(properties, of: entity, into: written)
        do {
            _ = try M(columns: written.values, of: entity)
        } catch let error as GranaryError where error.code == .malformed {
            let names = error.context.properties.filter { name in
                entity.attributePosition(name).map(properties.contains) ?? false
            }
            if names.isEmpty { return }
            throw problem(
                .invalidValue,
                "The native query gives \(entity.name).\(names.joined(separator: ", ")) a value that the model cannot read; convert it in the query.",
                names)
        } catch {
            // A value of the rest of the row is missing.
        }
    }

    private func problem(_ code: GranaryError.Code, _ message: String, _ names: [String] = []) -> GranaryError
    {
        GranaryError(code, message, context: .init(entity: entity.name, properties: names))
    }
}
