extension Context {
    /// The sum of an attribute over the objects of a query; 0 for none.
    public func sum<M: Model, V: SummableAttribute>(
        _ query: Query<M>, of value: (M.Fields) -> TypedExpression<M, V>
    ) throws -> V.Sum { try single(query, value(M.fields).sum) }

    /// The mean of an attribute over the objects of a query that have a value; `nil` for none.
    public func average<M: Model, V: SummableAttribute>(
        _ query: Query<M>, of value: (M.Fields) -> TypedExpression<M, V>
    ) throws -> V.Mean? { try single(query, value(M.fields).average) }

    /// The smallest value of an attribute over the objects of a query that have one; `nil` for none.
    public func minimum<M: Model, V: OrderedAttribute>(
        _ query: Query<M>, of value: (M.Fields) -> TypedExpression<M, V>
    ) throws -> V? { try single(query, value(M.fields).minimum) }

    /// The largest value of an attribute over the objects of a query that have one; `nil` for none.
    public func maximum<M: Model, V: OrderedAttribute>(
        _ query: Query<M>, of value: (M.Fields) -> TypedExpression<M, V>
    ) throws -> V? { try single(query, value(M.fields).maximum) }

    private func single<M: Model, R>(_ query: Query<M>, _ aggregate: Aggregate<M, R>) throws -> R {
        var query = query
        query.problem = query.problem ?? aggregate.problem
        let rows = try self.aggregate(query, groups: [], columns: [aggregate.column])
        var reader = ResultReader(rows.first ?? [])
        return try reader.next(aggregate.coding)
    }

    /// Aggregates for each group of objects of a query:
    /// `context.grouped(Flight.all, by: { $0.carrier }) { ($0.delay.average, $0.count()) }`.
    ///
    /// The groups come in the order of their values, unless they are arranged otherwise: `arranged: {
    /// $0.having { $0.count() > 10 }.sorted { $0.delay.average.descending }.limit(5) }`.
    public func grouped<M: Model, each G, each A>(
        _ query: Query<M>, by groups: (M.Fields) -> (repeat TypedExpression<M, each G>),
        _ aggregates: (M.Fields) -> (repeat Aggregate<M, each A>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (repeat each G), values: (repeat each A))] {
        let groups = groups(M.fields)
        let aggregates = aggregates(M.fields)
        var query = query
        var trees: [ExpressionTree] = []
        for group in repeat each groups {
            trees.append(group.tree)
            query.problem = query.problem ?? group.problem
        }
        var columns: [AggregateRequest.Column] = trees.indices.map { .group($0) }
        for aggregate in repeat each aggregates {
            columns.append(aggregate.column)
            query.problem = query.problem ?? aggregate.problem
        }
        var grouping = Grouping(groups: trees, columns: columns)
        try arrangement(GroupArrangement()).apply(to: &grouping)
        return try aggregate(query, grouping).map { row in
            var reader = ResultReader(row)
            let group = (repeat try reader.next((each groups).coding))
            return (group, (repeat try reader.next((each aggregates).coding)))
        }
    }

    /// Computes aggregates over the objects of a query: rows of stored values in the order of their groups.
    public func aggregate<M: Model>(
        _ query: Query<M>, groups: [ExpressionTree], columns: [AggregateRequest.Column]
    ) throws -> [[Value]] { try aggregate(query, Grouping(groups: groups, columns: columns)) }
}
