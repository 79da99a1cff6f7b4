extension PersistentStack {
    /// The value of an aggregate over the objects of a query, and every later one that differs:
    /// `stack.observe(Flight.all) { $0.count() }`.
    ///
    /// Only saves that have reached the store count. The query runs once for each new reader, and again only where
    /// saves do not determine the value; readers of equal queries share the work.
    public func observe<M: Model, V>(_ query: Query<M>, _ aggregate: (M.Fields) -> Aggregate<M, V>)
        -> LiveAggregate<M, V>
    {
        let aggregate = AggregateColumns<M, V>.one(aggregate)
        var query = query
        query.problem = query.problem ?? aggregate.problem
        let grouping = Grouping(groups: [], columns: aggregate.columns)
        return LiveAggregate(stack: self, query: query, grouping: .success(grouping)) { rows in
            var reader = ResultReader(rows.first ?? [])
            return try aggregate.read(&reader)
        }
    }

    /// One aggregate for each group of objects of a query with the same value of an expression, and every later list of
    /// groups that differs: `stack.observe(Flight.all, by: { $0.carrier }) { $0.count() }`.
    ///
    /// The groups are those of `grouped(_:by:_:arranged:)` of a context.
    public func observe<M: Model, G: Sendable, A: Sendable>(
        _ query: Query<M>, by groups: (M.Fields) -> TypedExpression<M, G>,
        _ aggregate: (M.Fields) -> Aggregate<M, A>,
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) -> LiveAggregate<M, [(group: G, values: A)]> {
        observeGroups(query, .one(groups), .one(aggregate), arrangement)
    }

    /// Several aggregates for each group of objects of a query with the same value of an expression, and every later
    /// list of groups that differs: `stack.observe(Flight.all, by: { $0.carrier }) { ($0.delay.average, $0.count()) }`.
    ///
    /// The groups are those of `grouped(_:by:_:arranged:)` of a context.
    public func observe<M: Model, G: Sendable, A1: Sendable, A2: Sendable, each A: Sendable>(
        _ query: Query<M>, by groups: (M.Fields) -> TypedExpression<M, G>,
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, repeat Aggregate<M, each A>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) -> LiveAggregate<M, [(group: G, values: (A1, A2, repeat each A))]> {
        observeGroups(query, .one(groups), .several(aggregates), arrangement)
    }

    private func observeGroups<M: Model, Group, Values>(
        _ query: Query<M>, _ groups: ExpressionColumns<M, Group>, _ aggregates: AggregateColumns<M, Values>,
        _ arrangement: (GroupArrangement<M>) -> GroupArrangement<M>
    ) -> LiveAggregate<M, [(group: Group, values: Values)]> {
        let columns = Result { try GroupColumns(groups, aggregates, arrangement) }
        var query = query
        query.problem = query.problem ?? (try? columns.get())?.problem
        return LiveAggregate(stack: self, query: query, grouping: columns.map(\.grouping)) {
            try columns.get().read($0)
        }
    }
}
