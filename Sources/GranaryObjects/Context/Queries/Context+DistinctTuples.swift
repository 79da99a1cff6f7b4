/// Distinct rows with types that the compiler knows from the closure at once, as with selected columns.
extension Context {
    /// The distinct values of one expression over the objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func distinct<M: Model, V>(
        _ query: Query<M>, _ columns: (M.Fields) -> TypedExpression<M, V>
    ) throws -> [V] {
        try distinct(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The distinct combinations of the values of two expressions over the objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func distinct<M: Model, V1, V2>(
        _ query: Query<M>, _ columns: (M.Fields) -> (TypedExpression<M, V1>, TypedExpression<M, V2>)
    ) throws -> [(V1, V2)] {
        try distinct(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The distinct combinations of the values of three expressions over the objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func distinct<M: Model, V1, V2, V3>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>)
    ) throws -> [(V1, V2, V3)] {
        try distinct(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The distinct combinations of the values of four expressions over the objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func distinct<M: Model, V1, V2, V3, V4>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>
        )
    ) throws -> [(V1, V2, V3, V4)] {
        try distinct(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The distinct combinations of the values of five expressions over the objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func distinct<M: Model, V1, V2, V3, V4, V5>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>,
            TypedExpression<M, V5>
        )
    ) throws -> [(V1, V2, V3, V4, V5)] {
        try distinct(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The distinct combinations of the values of six expressions over the objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func distinct<M: Model, V1, V2, V3, V4, V5, V6>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>,
            TypedExpression<M, V5>, TypedExpression<M, V6>
        )
    ) throws -> [(V1, V2, V3, V4, V5, V6)] {
        try distinct(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The distinct combinations of the values of seven expressions over the objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func distinct<M: Model, V1, V2, V3, V4, V5, V6, V7>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>,
            TypedExpression<M, V5>, TypedExpression<M, V6>, TypedExpression<M, V7>
        )
    ) throws -> [(V1, V2, V3, V4, V5, V6, V7)] {
        try distinct(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The distinct combinations of the values of eight expressions over the objects of a query.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func distinct<M: Model, V1, V2, V3, V4, V5, V6, V7, V8>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>,
            TypedExpression<M, V5>, TypedExpression<M, V6>, TypedExpression<M, V7>, TypedExpression<M, V8>
        )
    ) throws -> [(V1, V2, V3, V4, V5, V6, V7, V8)] {
        try distinct(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }
}
