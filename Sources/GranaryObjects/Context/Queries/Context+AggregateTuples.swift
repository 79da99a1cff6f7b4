/// Aggregates with types that the compiler knows from the closure at once, as with selected columns.
extension Context {
    /// One aggregate over all objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func aggregate<M: Model, A>(
        _ query: Query<M>, _ aggregates: (M.Fields) -> Aggregate<M, A>
    ) throws -> A {
        try aggregate(query) { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }
    }

    /// Two aggregates over all objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func aggregate<M: Model, A1, A2>(
        _ query: Query<M>, _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>)
    ) throws -> (A1, A2) {
        try aggregate(query) { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }
    }

    /// Three aggregates over all objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func aggregate<M: Model, A1, A2, A3>(
        _ query: Query<M>, _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>)
    ) throws -> (A1, A2, A3) {
        try aggregate(query) { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }
    }

    /// Four aggregates over all objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func aggregate<M: Model, A1, A2, A3, A4>(
        _ query: Query<M>,
        _ aggregates: (M.Fields) -> (Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>, Aggregate<M, A4>)
    ) throws -> (A1, A2, A3, A4) {
        try aggregate(query) { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }
    }

    /// Five aggregates over all objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func aggregate<M: Model, A1, A2, A3, A4, A5>(
        _ query: Query<M>,
        _ aggregates: (M.Fields) -> (
            Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>, Aggregate<M, A4>, Aggregate<M, A5>
        )
    ) throws -> (A1, A2, A3, A4, A5) {
        try aggregate(query) { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }
    }

    /// Six aggregates over all objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func aggregate<M: Model, A1, A2, A3, A4, A5, A6>(
        _ query: Query<M>,
        _ aggregates: (M.Fields) -> (
            Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>, Aggregate<M, A4>, Aggregate<M, A5>,
            Aggregate<M, A6>
        )
    ) throws -> (A1, A2, A3, A4, A5, A6) {
        try aggregate(query) { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }
    }

    /// Seven aggregates over all objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func aggregate<M: Model, A1, A2, A3, A4, A5, A6, A7>(
        _ query: Query<M>,
        _ aggregates: (M.Fields) -> (
            Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>, Aggregate<M, A4>, Aggregate<M, A5>,
            Aggregate<M, A6>, Aggregate<M, A7>
        )
    ) throws -> (A1, A2, A3, A4, A5, A6, A7) {
        try aggregate(query) { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }
    }

    /// Eight aggregates over all objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func aggregate<M: Model, A1, A2, A3, A4, A5, A6, A7, A8>(
        _ query: Query<M>,
        _ aggregates: (M.Fields) -> (
            Aggregate<M, A1>, Aggregate<M, A2>, Aggregate<M, A3>, Aggregate<M, A4>, Aggregate<M, A5>,
            Aggregate<M, A6>, Aggregate<M, A7>, Aggregate<M, A8>
        )
    ) throws -> (A1, A2, A3, A4, A5, A6, A7, A8) {
        try aggregate(query) { ColumnBuilder<ObjectGroup<M>>.buildExpression(aggregates($0)) }
    }
}
