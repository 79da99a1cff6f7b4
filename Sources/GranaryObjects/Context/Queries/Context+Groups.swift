extension Context {
    /// The first objects, up to a number, of each group of a query's objects, in the query's order; those for which an
    /// expression has the same value are a group, as in ``grouped(_:by:_:arranged:)``.
    ///
    /// `context.fetch(Order.all.sorted { $0.freight.descending }, first: 3, ofEach: { $0.shipCity })`. The query's own
    /// offset and limit come before.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a negative number; any error from ``fetch(_:)``.
    public func fetch<M: Model, Value>(
        _ query: Query<M>, first count: Int, ofEach group: (M.Fields) -> TypedExpression<M, Value>
    ) throws -> [M] {
        let group = group(M.fields)
        var query = query
        query.problem = query.problem ?? group.problem
        return try queries.fetch(query, first: count, ofEach: [group.tree])
    }

    /// The first objects, up to a number, of those that refer to each object, in the query's order; those that refer to
    /// none are a group too.
    ///
    /// `context.fetch(Order.all.sorted { $0.freight.descending }, first: 3, ofEach: { $0.customer })`. The query's own
    /// offset and limit come before.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a negative number; any error from ``fetch(_:)``.
    public func fetch<M: Model, Target: Model>(
        _ query: Query<M>, first count: Int, ofEach relationship: (M.Fields) -> ToOneField<M, Target>
    ) throws -> [M] {
        let path = relationship(M.fields).path
        return try queries.fetch(
            query, first: count,
            ofEach: Target.modelDescription.key.map { .attribute(path: path, name: $0) })
    }
}
