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
        try aggregateRow(query, ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregate))
    }

    /// One aggregate over all objects of a query, or several as a tuple, in one request:
    /// `context.aggregate(Flight.all) { ($0.delay.average, $0.count()) }`.
    public func aggregate<M: Model, Row>(
        _ query: Query<M>, @ColumnBuilder<ObjectGroup<M>> _ aggregates: (M.Fields) -> AggregateColumns<M, Row>
    ) throws -> Row {
        try aggregateRow(query, aggregates(M.fields))
    }

    private func aggregateRow<M: Model, Row>(
        _ query: Query<M>, _ aggregates: AggregateColumns<M, Row>
    ) throws -> Row {
        var query = query
        query.problem = query.problem ?? aggregates.problem
        let grouping = Grouping(groups: [], columns: aggregates.aggregates)
        var reader = ResultReader(try select(query, columns: .groups(grouping)).first ?? [])
        return try aggregates.read(&reader)
    }

    /// Aggregates for each group of objects of a query with the same value of an expression, or the same values of
    /// several: `context.grouped(Flight.all, by: { $0.carrier }) { ($0.delay.average, $0.count()) }`.
    ///
    /// One group expression gives its value, several give a tuple, and so do aggregates. The groups come in the order of
    /// their values, unless they are arranged otherwise: `arranged: {
    /// $0.having { $0.count() > 10 }.sorted { $0.delay.average.descending }.limit(5) }`.
    public func grouped<M: Model, Group, Values>(
        _ query: Query<M>, @ColumnBuilder<M> by groups: (M.Fields) -> ExpressionColumns<M, Group>,
        @ColumnBuilder<ObjectGroup<M>> _ aggregates: (M.Fields) -> AggregateColumns<M, Values>,
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: Group, values: Values)] {
        let columns = try GroupColumns(groups(M.fields), aggregates(M.fields), arrangement)
        var query = query
        query.problem = query.problem ?? columns.problem
        return try columns.read(try select(query, columns: .groups(columns.grouping)))
    }
}
