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
        if let context = self as? ManagedContext { return try context.graph.object(type, with: key) }
        return try object(ObjectID<M>(key))
    }

    /// The objects with these identities that exist, in the order of their keys.
    public func objects<M: Model>(_ ids: some Sequence<ObjectID<M>>) throws -> [M] {
        let keys = Set(ids.map(\.key.objectKey)).sorted()
        if let context = self as? ManagedContext { return try context.objects(M.self, with: keys) }
        return try fetch(Query(predicate: .holdsKey(path: [], keys: keys)))
    }
}
