extension Context {
    /// The objects of a query, in its order; unsaved changes of this context count.
    public func fetch<M: Model>(_ query: Query<M>) throws -> [M] { try queries.fetch(query) }
    /// The objects of a query, in its order, except those whose rows cannot be read.
    ///
    /// For stores that other programs or older versions wrote to: there, one unreadable row fails the whole
    /// ``fetch(_:)``. `report` gets an error for each unreadable row, with ``GranaryError/Context/entity``,
    /// ``GranaryError/Context/key`` as the store has it, and ``GranaryError/Context/properties``, without values; an
    /// error that it throws ends the fetch. ``Query/skippingUnreadable()`` does the same for queries that are passed on;
    /// its description says what a skipped row means for limits and for children.
    ///
    /// - Throws: As ``fetch(_:)``, but not ``GranaryError/Code/malformed`` for rows of the query's own entity.
    public func fetch<M: Model>(
        _ query: Query<M>, skippingUnreadable report: (GranaryError) throws -> Void
    ) throws -> [M] { try queries.fetch(query, skippingUnreadable: report) }
    /// The objects with these identities that exist, in the order of their keys.
    public func objects<M: Model>(_ ids: some Sequence<ObjectID<M>>) throws -> [M] {
        try queries.objects(M.self, with: Set(ids.map(\.key.objectKey)).sorted())
    }
    /// How many objects a query yields.
    public func count<M: Model>(_ query: Query<M>) throws -> Int { try queries.count(query) }
    /// Passes the objects of a query to a closure, one after the other, until it returns false.
    ///
    /// Memory stays constant: objects that the closure neither keeps nor changes are released.
    ///
    /// Everything that the closure reads is from the snapshot of the start; its changes wait for the next save. Saves
    /// and refreshes throw inside the closure. All objects are fetched first where unsaved changes matter to the query,
    /// where the store leaves sorting to the core, and where it leaves a condition that follows relationships; see
    /// ``explain(_:)``.
    public func stream<M: Model>(_ query: Query<M>, _ body: (M) throws -> Bool) throws {
        try queries.stream(query, body)
    }
    /// Passes objects to a closure as ``stream(_:_:)`` does, except those whose rows cannot be read.
    ///
    /// `report` gets an error for each of those, as in ``fetch(_:skippingUnreadable:)``; an error that it throws ends
    /// the stream.
    public func stream<M: Model>(
        _ query: Query<M>, skippingUnreadable report: (GranaryError) throws -> Void,
        _ body: (M) throws -> Bool
    ) throws { try queries.stream(query, skippingUnreadable: report, body) }
    /// The rows of stored values of a query, with columns described as data.
    ///
    /// `select`, `distinct`, `grouped` and the single aggregates with closures call it; programs call those.
    public func select<M: Model>(_ query: Query<M>, columns: ResultColumns) throws -> [[Value]] {
        switch columns {
        case .expressions(let expressions): try queries.project(query, expressions)
        case .groups(let grouping): try queries.aggregate(query, grouping)
        }
    }
    /// The rows of a query in the engine's own language, run in the store of a model; the columns hold values of the
    /// given types.
    public func native<M: Model>(_ query: NativeQuery, from model: M.Type, kinds: [AttributeType]) throws
        -> [[Value]]
    { try queries.native(query, from: model, kinds: kinds) }
    /// How the context would answer a query.
    public func explain<M: Model>(_ query: Query<M>) throws -> QueryPlan { try queries.explain(query) }
    /// How the context would answer ``select(_:columns:)``.
    public func explain<M: Model>(_ query: Query<M>, columns: ResultColumns) throws -> QueryPlan {
        try queries.explain(query, columns)
    }
}

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
        try lookup.object(type, with: key)
    }
}
