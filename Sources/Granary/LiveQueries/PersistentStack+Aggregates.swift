extension PersistentStack {
    /// The value of an aggregate over the objects of a query, or the values of several as a tuple, and every later
    /// result that differs: `stack.observe(Flight.all) { $0.count() }`.
    ///
    /// Only saves that have reached the store count. The query runs once for each new reader, and again only where
    /// saves do not determine the result; readers of equal queries share the work.
    public func observe<M: Model, Row: Sendable>(
        _ query: Query<M>, @ColumnBuilder<ObjectGroup<M>> _ aggregates: (M.Fields) -> AggregateColumns<M, Row>
    ) -> LiveAggregate<M, Row> {
        let aggregates = aggregates(M.fields)
        var query = query
        query.problem = query.problem ?? aggregates.problem
        let grouping = Grouping(groups: [], columns: aggregates.aggregates)
        return LiveAggregate(stack: self, query: query, grouping: .success(grouping)) { rows in
            var reader = ResultReader(rows.first ?? [])
            return try aggregates.read(&reader)
        }
    }

    /// Aggregates for each group of objects of a query with the same value of an expression, or the same values of
    /// several, and every later list of groups that differs:
    /// `stack.observe(Flight.all, by: { $0.carrier }) { ($0.delay.average, $0.count()) }`.
    ///
    /// The groups are those of `grouped(_:by:_:arranged:)` of a context.
    public func observe<M: Model, Group: Sendable, Values: Sendable>(
        _ query: Query<M>, @ColumnBuilder<M> by groups: (M.Fields) -> ExpressionColumns<M, Group>,
        @ColumnBuilder<ObjectGroup<M>> _ aggregates: (M.Fields) -> AggregateColumns<M, Values>,
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) -> LiveAggregate<M, [(group: Group, values: Values)]> {
        let columns = Result { try GroupColumns(groups(M.fields), aggregates(M.fields), arrangement) }
        var query = query
        query.problem = query.problem ?? (try? columns.get())?.problem
        return LiveAggregate(stack: self, query: query, grouping: columns.map(\.grouping)) {
            try columns.get().read($0)
        }
    }
}
