extension QueryRunner {
    /// The first objects of each group of a query's objects, in its order; objects with the same values are one group.
    ///
    /// Where a store computes the values, only the objects of the result are made: one request finds them, another
    /// fetches them.
    func fetch<M: Model>(_ query: Query<M>, first count: Int, ofEach groups: [ExpressionTree]) throws -> [M] {
        try access.perform(.fetch, M.self, rows: { $0.count }) {
            let request = try checkedRequest(for: groups, of: query)
            let (entity, groups) = (request.rows.entity, request.columns)
            guard count >= 0 else {
                throw GranaryError(
                    .query, "The number of objects of each group is negative; use zero or more.",
                    context: .init(entity: entity.name))
            }
            let bound = try groups.map { try boundGroup($0, of: entity) }
            let objects =
                try stored(M.self, request.rows, count, groups)
                ?? first(count, of: try answer(M.self, request.rows), ofEach: bound, entity)
            for path in query.prefetch { try prefetch(path[...], of: objects) }
            return objects
        }
    }

    private func boundGroup(_ tree: ExpressionTree, of entity: Entity) throws -> BoundExpression {
        let binder = graph.binder(entity)
        let bound = try binder.bind(tree)
        guard bound.kind.isOrdered else {
            throw binder.problem(
                "\(binder.describe(tree)) is a structured value and cannot be grouped by.", about: tree)
        }
        return bound
    }

    /// The objects by way of the values that a store computes; `nil` if it does not.
    private func stored<M: Model>(
        _ type: M.Type, _ request: FetchRequest, _ count: Int, _ groups: [ExpressionTree]
    ) throws -> [M]? {
        let entity = request.entity
        let key = entity.model.key.map { ExpressionTree.attribute(path: [], name: $0) }
        guard let rows = try storeValues(request, groups + key) else { return nil }
        var counted = CountedGroups(most: count)
        let keys = rows.compactMap { row -> ObjectKey? in
            counted.takes(Array(row.prefix(groups.count)))
                ? ObjectKey(Array(row.dropFirst(groups.count))) : nil
        }
        if keys.isEmpty { return [] }
        var wanted = FetchRequest(entity: entity)
        wanted.selection = .keys(keys)
        let found = Dictionary(
            try loader.objects(type, wanted).map { ($0.erasedKey, $0) },
            uniquingKeysWith: { first, _ in first })
        return keys.compactMap { found[$0] }
    }

    private func first<M: Model>(
        _ count: Int, of objects: [M], ofEach groups: [BoundExpression], _ entity: Entity
    ) throws -> [M] {
        var counted = CountedGroups(most: count)
        let source = ObjectSource(graph)
        return try objects.filter { object in
            let row = ObjectRow(object, of: entity)
            return counted.takes(try groups.values(on: row, in: source))
        }
    }
}

/// Takes some rows of each group, as they come.
private struct CountedGroups {
    let most: Int
    private var counts: [[Value]: Int] = [:]

    init(most: Int) { self.most = most }

    /// Whether a row of a group is among the first.
    mutating func takes(_ group: [Value]) -> Bool {
        let count = counts[group, default: 0]
        if count >= most { return false }
        counts[group] = count + 1
        return true
    }
}
