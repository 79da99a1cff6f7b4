/// How the context would do what its other methods do; nothing is read or written but what the plan needs.
///
/// All throw as the method that they explain does before it reads rows.
extension Context {
    /// How the context would select columns: `context.explain(select: Flight.all) { $0.airline.name }`.
    public func explain<M: Model, Row>(
        select query: Query<M>, @SelectionBuilder<M> _ columns: (M.Fields) -> SelectedColumns<M, Row>
    ) throws -> QueryPlan {
        let columns = columns(M.fields)
        return try queries.explain(query.with(columns.problem), columns.selection)
    }

    /// How the context would find distinct rows: `context.explain(distinct: Flight.all) { $0.carrier }`.
    public func explain<M: Model, Row>(
        distinct query: Query<M>, @ColumnBuilder<M> _ columns: (M.Fields) -> ExpressionColumns<M, Row>
    ) throws -> QueryPlan {
        let (all, grouping) = try distinctGroups(query, columns(M.fields))
        return try explain(all, columns: .groups(grouping))
    }

    /// How the context would compute aggregates: `context.explain(aggregate: Flight.all) { $0.delay.average }`.
    public func explain<M: Model, Row>(
        aggregate query: Query<M>,
        @ColumnBuilder<ObjectGroup<M>> _ aggregates: (M.Fields) -> AggregateColumns<M, Row>
    ) throws -> QueryPlan {
        let columns = aggregates(M.fields)
        return try explain(
            query.with(columns.problem), columns: .groups(Grouping(groups: [], columns: columns.aggregates)))
    }

    /// How the context would compute aggregates for each group:
    /// `context.explain(grouped: Flight.all, by: { $0.carrier }) { $0.delay.average }`.
    public func explain<M: Model, Group, Values>(
        grouped query: Query<M>, @ColumnBuilder<M> by groups: (M.Fields) -> ExpressionColumns<M, Group>,
        @ColumnBuilder<ObjectGroup<M>> _ aggregates: (M.Fields) -> AggregateColumns<M, Values>,
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> QueryPlan {
        let columns = try GroupColumns(groups(M.fields), aggregates(M.fields), arrangement)
        return try explain(query.with(columns.problem), columns: .groups(columns.grouping))
    }

    /// How the context would count the objects of a query.
    public func explain<M: Model>(count query: Query<M>) throws -> QueryPlan {
        try queries.explainCount(query)
    }

    /// How the context would stream the objects of a query.
    public func explain<M: Model>(stream query: Query<M>) throws -> QueryPlan {
        try queries.explainStream(query)
    }

    /// How the context would fetch a page of a query: the first, or with ``Query/after(_:)`` the one after another.
    public func explain<M: Model>(page query: Query<M>, size: Int) throws -> QueryPlan {
        try explain(query.withRoom(forPageOf: size))
    }

    /// How the context would find the objects that a batch changes, and what it computes; nothing is changed.
    public func explain<M: Model>(
        updateAll query: Query<M>, @AssignmentBuilder<M> _ assignments: (M.Fields) -> [Assignment<M>]
    ) throws -> QueryPlan {
        try batches.explainUpdate(query, assigning: assignments(M.fields))
    }

    /// How the context would find the objects that a batch deletes; nothing is deleted.
    public func explain<M: Model>(deleteAll query: Query<M>) throws -> QueryPlan {
        try batches.explainDeletion(query)
    }
}
