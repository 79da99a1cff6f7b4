/// Groups with types that the compiler knows from the closures at once, as with selected columns: up to three group
/// expressions and four aggregates.
extension Context {
    /// One aggregate for each group of objects of a query by one expression.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G, A>(
        _ query: Query<M>, by groups: (M.Fields) -> TypedExpression<M, G>,
        _ aggregates: (M.Fields) -> Aggregate<M, A>,
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: G, values: A)] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// Two aggregates for each group of objects of a query by one expression.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G, A1, A2>(
        _ query: Query<M>, by groups: (M.Fields) -> TypedExpression<M, G>,
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: G, values: (A1, A2))] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// Three aggregates for each group of objects of a query by one expression.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G, A1, A2, A3>(
        _ query: Query<M>, by groups: (M.Fields) -> TypedExpression<M, G>,
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: G, values: (A1, A2, A3))] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// Four aggregates for each group of objects of a query by one expression.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G, A1, A2, A3, A4>(
        _ query: Query<M>, by groups: (M.Fields) -> TypedExpression<M, G>,
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>, Aggregate<M, A4>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: G, values: (A1, A2, A3, A4))] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// One aggregate for each group of objects of a query by two expressions.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G1, G2, A>(
        _ query: Query<M>, by groups: (M.Fields) -> (TypedExpression<M, G1>, TypedExpression<M, G2>),
        _ aggregates: (M.Fields) -> Aggregate<M, A>,
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (G1, G2), values: A)] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// Two aggregates for each group of objects of a query by two expressions.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G1, G2, A1, A2>(
        _ query: Query<M>, by groups: (M.Fields) -> (TypedExpression<M, G1>, TypedExpression<M, G2>),
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (G1, G2), values: (A1, A2))] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// Three aggregates for each group of objects of a query by two expressions.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G1, G2, A1, A2, A3>(
        _ query: Query<M>, by groups: (M.Fields) -> (TypedExpression<M, G1>, TypedExpression<M, G2>),
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (G1, G2), values: (A1, A2, A3))] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// Four aggregates for each group of objects of a query by two expressions.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G1, G2, A1, A2, A3, A4>(
        _ query: Query<M>, by groups: (M.Fields) -> (TypedExpression<M, G1>, TypedExpression<M, G2>),
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>, Aggregate<M, A4>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (G1, G2), values: (A1, A2, A3, A4))] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// One aggregate for each group of objects of a query by three expressions.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G1, G2, G3, A>(
        _ query: Query<M>,
        by groups: (M.Fields) -> (TypedExpression<M, G1>, TypedExpression<M, G2>, TypedExpression<M, G3>),
        _ aggregates: (M.Fields) -> Aggregate<M, A>,
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (G1, G2, G3), values: A)] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// Two aggregates for each group of objects of a query by three expressions.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G1, G2, G3, A1, A2>(
        _ query: Query<M>,
        by groups: (M.Fields) -> (TypedExpression<M, G1>, TypedExpression<M, G2>, TypedExpression<M, G3>),
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (G1, G2, G3), values: (A1, A2))] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// Three aggregates for each group of objects of a query by three expressions.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G1, G2, G3, A1, A2, A3>(
        _ query: Query<M>,
        by groups: (M.Fields) -> (TypedExpression<M, G1>, TypedExpression<M, G2>, TypedExpression<M, G3>),
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (G1, G2, G3), values: (A1, A2, A3))] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }

    /// Four aggregates for each group of objects of a query by three expressions.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func grouped<M: Model, G1, G2, G3, A1, A2, A3, A4>(
        _ query: Query<M>,
        by groups: (M.Fields) -> (TypedExpression<M, G1>, TypedExpression<M, G2>, TypedExpression<M, G3>),
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>, Aggregate<M, A4>),
        arranged arrangement: (GroupArrangement<M>) -> GroupArrangement<M> = { $0 }
    ) throws -> [(group: (G1, G2, G3), values: (A1, A2, A3, A4))] {
        try grouped(
            query, by: { ColumnBuilder<M>.buildExpression(groups($0)) },
            { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }, arranged: arrangement)
    }
}
