extension Backfill {
    package var model: String { M.modelDescription.name }

    package func remaining(in context: Context) throws -> Int { try context.count(unfilled) }

    package func fillChunk(of limit: Int, after key: ObjectKey?, in context: Context) throws -> FilledRows {
        var query = unfilled.limit(limit)
        if let key, let entity = context.schema.entity(of: M.self) {
            let following = entity.following(key)
            query.predicate = query.predicate.map { .both(following, $0) } ?? following
        }
        switch rule {
        case .assignments(let assignments): return try context.batches.fill(query, assigning: assignments)
        case .code(let fill): return try run(fill, on: query, in: context)
        }
    }

    private func run(_ fill: (M) throws -> Void, on query: Query<M>, in context: Context) throws
        -> FilledRows
    {
        let entity = try context.coordinator.entity(of: M.self)
        let objects = try context.fetch(query)
        var rows = FilledRows()
        rows.seen = objects.count
        rows.last = objects.last?.erasedKey
        for object in objects { try object.filling(entity, fill) }
        let present = objects.filter(\._objectState.isIdentified)
        let empty = try unfilled.predicate.map { try context.graph.filter(present, $0).count }
        try context.save()
        rows.filled = objects.count - (empty ?? 0)
        return rows
    }
}

extension Entity {
    /// The condition for a row to come after a key, in the order of keys.
    ///
    /// Its first part is about the first attribute of the key alone, so that stores begin to read there.
    func following(_ key: ObjectKey) -> ExpressionTree {
        var condition: ExpressionTree?
        for (column, value) in zip(keyColumns, key.values).reversed() {
            let part = ExpressionTree.attribute(path: [], name: propertyName(columns[column].property))
            let larger = ExpressionTree.compare(.greater, part, .literal(value))
            condition =
                condition.map {
                    .and(.compare(.greaterOrEqual, part, .literal(value)), .or(larger, $0))
                } ?? larger
        }
        return condition ?? .literal(.bool(true))
    }
}
