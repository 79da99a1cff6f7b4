extension QueryRunner {
    /// The rows of the columns of a join, in its order.
    func select<First, Second, Partner>(
        _ join: Join<First, Second, Partner>, _ form: ResultColumns
    ) throws -> [[Value]] {
        try access.perform(.select, First.self, rows: { $0.count }) {
            try JoinRunner(join, form, self).rows()
        }
    }

    /// Passes columns of each pair of a join to a closure, in its order, as their store holds them; returns all of them where
    /// the store cannot, or the closure has returned false.
    func project<First, Second, Partner>(
        _ join: Join<First, Second, Partner>, _ columns: [ExpressionTree],
        _ read: (inout ResultReader) -> Bool
    ) throws -> [[Value]]? {
        var count = 0
        return try access.perform(.select, First.self, rows: { $0?.count ?? count }) {
            try JoinRunner(join, .expressions(columns), self).rowsUnlessRead { reader in
                count += 1
                return read(&reader)
            }
        }
    }

    /// How the context finds the pairs of a join, and computes columns of them.
    func explain<First, Second, Partner>(
        _ join: Join<First, Second, Partner>, _ form: ResultColumns
    ) throws -> QueryPlan {
        try explaining(First.self) { try JoinRunner(join, form, self).plan() }
    }

    /// The objects of the pairs of a join, in its order: one request for the pairs, and one for the objects of each side that
    /// are not loaded.
    func fetch<First, Second, Partner>(
        _ join: Join<First, Second, Partner>
    ) throws -> [(first: First, second: Second?)] {
        try access.perform(.fetch, First.self, rows: { $0.count }) {
            let width = First.modelDescription.key.count
            let pairs = try JoinRunner(join, .expressions(join.keys), self).rows().map { row in
                (
                    first: ObjectKey(Array(row.prefix(width))),
                    second: ObjectKey(Array(row.dropFirst(width)))
                )
            }
            let first = try found(join.first, pairs.compactMap(\.first))
            let second = try found(join.second, pairs.compactMap(\.second))
            return pairs.compactMap { pair in
                guard let object = pair.first.flatMap({ first.objects[$0] }) else { return nil }
                // No partner, as `nil` would say, is something else than one that cannot be read.
                if pair.second.map(second.unreadable.contains) == true { return nil }
                return (object, pair.second.flatMap { second.objects[$0] })
            }
        }
    }

    /// The objects of one side of a join by their keys, with what its query prefetches, and the keys of the rows that the
    /// query passes over.
    private func found<M: Model>(
        _ query: Query<M>, _ keys: [ObjectKey]
    ) throws -> (objects: [ObjectKey: M], unreadable: Set<ObjectKey>) {
        let malformed = query.skipsUnreadable ? MalformedRows() : nil
        let objects = try found(M.self, keys, passing: malformed)
        let unreadable = Set(malformed?.errors.compactMap(\.context.key) ?? [])
        for path in query.prefetch {
            do {
                try prefetch(path[...], of: Array(objects.values))
            } catch {
                // The first access to a relationship that could not be prefetched loads it again.
                guard let malformed else { throw error }
                try malformed.collect(error)
            }
        }
        if let malformed { try handOver(malformed) { _ in } }
        return (objects, unreadable)
    }

    /// The objects with some keys, by their keys.
    private func found<M: Model>(
        _ type: M.Type, _ keys: [ObjectKey], passing malformed: MalformedRows?
    ) throws -> [ObjectKey: M] {
        let table = try graph.lookup.table(of: type)
        let wanted = Set(keys)
        var request = FetchRequest(entity: table.entity)
        let missing = wanted.filter { table.map.place(of: $0.bits) == nil }
        request.selection = .keys(missing.sorted())
        let loaded = missing.isEmpty ? [] : try loader.objects(type, request, passing: malformed)
        return withExtendedLifetime(loaded) {
            var objects: [ObjectKey: M] = [:]
            for key in wanted { objects[key] = table.object(key.bits, as: type) }
            return objects
        }
    }
}

extension Join {
    /// The keys of both objects, as columns.
    var keys: [ExpressionTree] {
        First.modelDescription.key.map { .attribute(path: [], name: $0) }
            + Second.modelDescription.key.map { .attribute(path: [JoinLayout.partner], name: $0) }
    }
}
