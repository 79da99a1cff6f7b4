extension Context {
    /// The first object of a query in its order; `nil` when there is none.
    public func first<M: Model>(_ query: Query<M>) throws -> M? {
        try fetch(query.limit(min(query.limit ?? 1, 1))).first
    }

    /// Whether a query describes any object.
    public func exists<M: Model>(_ query: Query<M>) throws -> Bool {
        try count(query.limit(min(query.limit ?? 1, 1))) > 0
    }

    /// The object with a key; `nil` when there is none.
    @inlinable @inline(__always) public func object<M: Model>(_ type: M.Type, _ key: M.Key) throws -> M? {
        // The usual context, called directly: what follows is then compiled for the model.
        if let context = self as? ManagedContext { return try context.object(type, with: key) }
        return try object(ObjectID<M>(key))
    }

    /// The objects with these identities that exist, in the order of their keys.
    public func objects<M: Model>(_ ids: some Sequence<ObjectID<M>>) throws -> [M] {
        let keys = Set(ids.map(\.key.objectKey)).sorted()
        if let context = self as? ManagedContext { return try context.objects(M.self, with: keys) }
        return try fetch(Query(predicate: .holdsKey(path: [], keys: keys)))
    }

    /// The values of expressions for each object of a query, as tuples: `context.select(Flight.all) {
    /// ($0.number, $0.airline.name) }`.
    public func select<M: Model, each V>(
        _ query: Query<M>, _ columns: (M.Fields) -> (repeat TypedExpression<M, each V>)
    ) throws -> [(repeat each V)] {
        let columns = columns(M.fields)
        var trees: [ExpressionTree] = []
        var query = query
        for column in repeat each columns {
            trees.append(column.tree)
            query.problem = query.problem ?? column.problem
        }
        return try project(query, trees).map { row in
            var reader = ResultReader(row)
            return (repeat try reader.next((each columns).coding))
        }
    }

    /// The distinct values of expressions over the objects of a query, in their order.
    public func distinct<M: Model, each V>(
        _ query: Query<M>, _ columns: (M.Fields) -> (repeat TypedExpression<M, each V>)
    ) throws -> [(repeat each V)] {
        let columns = columns(M.fields)
        var trees: [ExpressionTree] = []
        var query = query
        for column in repeat each columns {
            trees.append(column.tree)
            query.problem = query.problem ?? column.problem
        }
        return try aggregate(query, groups: trees, columns: trees.indices.map { .group($0) }).map { row in
            var reader = ResultReader(row)
            return (repeat try reader.next((each columns).coding))
        }
    }
}

/// Reads the values of one result row, one after the other.
struct ResultReader {
    private let row: [Value]
    private var index = 0

    init(_ row: [Value]) { self.row = row }

    mutating func next<V>(_ coding: ValueCoding<V>) throws -> V {
        defer { index += 1 }
        return try coding.decode(row.indices.contains(index) ? row[index] : .null)
    }
}
