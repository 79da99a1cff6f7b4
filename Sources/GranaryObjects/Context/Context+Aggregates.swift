extension Context {
    /// The sum of an attribute over the objects of a query; 0 without objects.
    public func sum<M: Model, V: SummableAttribute>(
        _ query: Query<M>, of value: (M.Fields) -> TypedExpression<M, V>
    ) throws -> V.Sum { try single(query, value(M.fields).sum) }

    /// The mean of an attribute over the objects of a query that have a value; `nil` without values.
    public func average<M: Model, V: SummableAttribute>(
        _ query: Query<M>, of value: (M.Fields) -> TypedExpression<M, V>
    ) throws -> V.Mean? { try single(query, value(M.fields).average) }

    /// The smallest value of an attribute over the objects of a query; `nil` without values.
    public func minimum<M: Model, V: OrderedAttribute>(
        _ query: Query<M>, of value: (M.Fields) -> TypedExpression<M, V>
    ) throws -> V? { try single(query, value(M.fields).minimum) }

    /// The largest value of an attribute over the objects of a query; `nil` without values.
    public func maximum<M: Model, V: OrderedAttribute>(
        _ query: Query<M>, of value: (M.Fields) -> TypedExpression<M, V>
    ) throws -> V? { try single(query, value(M.fields).maximum) }

    /// The smallest value of an optional attribute over the objects of a query; `nil` without values.
    public func minimum<M: Model, V: OrderedAttribute>(
        _ query: Query<M>, of value: (M.Fields) -> TypedExpression<M, V?>
    ) throws -> V? { try single(query, value(M.fields).minimum) }

    /// The largest value of an optional attribute over the objects of a query; `nil` without values.
    public func maximum<M: Model, V: OrderedAttribute>(
        _ query: Query<M>, of value: (M.Fields) -> TypedExpression<M, V?>
    ) throws -> V? { try single(query, value(M.fields).maximum) }

    private func single<M: Model, R>(_ query: Query<M>, _ aggregate: Aggregate<M, R>) throws -> R {
        var query = query
        query.problem = query.problem ?? aggregate.problem
        let grouping = Grouping(groups: [], columns: [aggregate.column])
        let rows = try select(query, columns: .groups(grouping))
        var reader = ResultReader(rows.first ?? [])
        return try reader.next(aggregate.coding)
    }

    /// One aggregate for each group of objects of a query with the same value of an expression:
    /// `context.grouped(Flight.all, by: { $0.carrier }) { $0.count() }`.
    ///
    /// The groups come in the order of their values, unless they are arranged otherwise: `arranged: {
    /// $0.having { $0.count() > 10 }.sorted { $0.delay.average.descending }.limit(5) }`.
    public func grouped<M: Model, G, A>(
        _ query: Query<M>, by groups: (M.Fields) -> TypedExpression<M, G>,
        _ aggregate: (M.Fields) -> Aggregate<M, A>,
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: G, values: A)] {
        try groupRows(query, .one(groups), .one(aggregate), arrangement)
    }

    /// Several aggregates for each group of objects of a query with the same value of an expression:
    /// `context.grouped(Flight.all, by: { $0.carrier }) { ($0.delay.average, $0.count()) }`.
    ///
    /// The groups come in the order of their values, unless they are arranged otherwise: `arranged: {
    /// $0.having { $0.count() > 10 }.sorted { $0.delay.average.descending }.limit(5) }`.
    public func grouped<M: Model, G, A1, A2, each A>(
        _ query: Query<M>, by groups: (M.Fields) -> TypedExpression<M, G>,
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, repeat Aggregate<M, each A>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: G, values: (A1, A2, repeat each A))] {
        try groupRows(query, .one(groups), .several(aggregates), arrangement)
    }

    /// One aggregate for each group of objects of a query with the same values of several expressions:
    /// `context.grouped(Flight.all, by: { ($0.carrier, $0.day) }) { $0.count() }`.
    ///
    /// The groups come in the order of their values, unless they are arranged otherwise: `arranged: {
    /// $0.having { $0.count() > 10 }.sorted { $0.delay.average.descending }.limit(5) }`.
    public func grouped<M: Model, G1, G2, each G, A>(
        _ query: Query<M>,
        by groups: (M.Fields) -> (
            TypedExpression<M, G1>, TypedExpression<M, G2>, repeat TypedExpression<M, each G>
        ),
        _ aggregate: (M.Fields) -> Aggregate<M, A>,
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (G1, G2, repeat each G), values: A)] {
        try groupRows(query, .several(groups), .one(aggregate), arrangement)
    }

    /// Several aggregates for each group of objects of a query with the same values of several expressions:
    /// `context.grouped(Flight.all, by: { ($0.carrier, $0.day) }) { ($0.delay.average, $0.count()) }`.
    ///
    /// The groups come in the order of their values, unless they are arranged otherwise: `arranged: {
    /// $0.having { $0.count() > 10 }.sorted { $0.delay.average.descending }.limit(5) }`.
    public func grouped<M: Model, G1, G2, each G, A1, A2, each A>(
        _ query: Query<M>,
        by groups: (M.Fields) -> (
            TypedExpression<M, G1>, TypedExpression<M, G2>, repeat TypedExpression<M, each G>
        ),
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, repeat Aggregate<M, each A>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (G1, G2, repeat each G), values: (A1, A2, repeat each A))] {
        try groupRows(query, .several(groups), .several(aggregates), arrangement)
    }

    private func groupRows<M: Model, Group, Values>(
        _ query: Query<M>, _ groups: ExpressionColumns<M, Group>,
        _ aggregates: AggregateColumns<M, Values>,
        _ arrangement: (GroupArrangement<M>) -> GroupArrangement<M>
    ) throws -> [(group: Group, values: Values)] {
        let columns = try GroupColumns(groups, aggregates, arrangement)
        var query = query
        query.problem = query.problem ?? columns.problem
        return try columns.read(try select(query, columns: .groups(columns.grouping)))
    }
}
