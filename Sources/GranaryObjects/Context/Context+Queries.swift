extension Context {
    /// The first object of a query in its order; `nil` if there is none.
    public func first<M: Model>(_ query: Query<M>) throws -> M? {
        try fetch(query.limit(min(query.limit ?? 1, 1))).first
    }

    /// Whether a query yields any object.
    public func exists<M: Model>(_ query: Query<M>) throws -> Bool {
        try count(query.limit(min(query.limit ?? 1, 1))) > 0
    }

    /// The object with a key; `nil` if it does not exist.
    @inlinable @inline(__always) public func object<M: Model>(_ type: M.Type, _ key: M.Key) throws -> M? {
        // Called directly, the lookup is compiled for the model, which a requirement of the protocol is not.
        if let graph = _graph { return try graph.object(type, with: key) }
        return try object(ObjectID<M>(key))
    }
}
