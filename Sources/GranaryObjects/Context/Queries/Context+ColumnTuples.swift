/// Selected columns with types that the compiler knows from the closure at once.
///
/// It checks a builder's closure after other closures of a statement, which is too late for one such as
/// `.forEach { print($0.0) }`. Then it takes one of these forms. They come second, because without a builder it has to
/// try the operators in all columns together, for each number of columns.
extension Context {
    /// The values of one expression for each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<M: Model, V>(
        _ query: Query<M>, _ columns: (M.Fields) -> TypedExpression<M, V>
    ) throws -> [V] {
        try select(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The values of two expressions for each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<M: Model, V1, V2>(
        _ query: Query<M>, _ columns: (M.Fields) -> (TypedExpression<M, V1>, TypedExpression<M, V2>)
    ) throws -> [(V1, V2)] {
        try select(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The values of three expressions for each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<M: Model, V1, V2, V3>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>)
    ) throws -> [(V1, V2, V3)] {
        try select(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The values of four expressions for each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<M: Model, V1, V2, V3, V4>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>
        )
    ) throws -> [(V1, V2, V3, V4)] {
        try select(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The values of five expressions for each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<M: Model, V1, V2, V3, V4, V5>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>,
            TypedExpression<M, V5>
        )
    ) throws -> [(V1, V2, V3, V4, V5)] {
        try select(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The values of six expressions for each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<M: Model, V1, V2, V3, V4, V5, V6>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>,
            TypedExpression<M, V5>, TypedExpression<M, V6>
        )
    ) throws -> [(V1, V2, V3, V4, V5, V6)] {
        try select(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The values of seven expressions for each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<M: Model, V1, V2, V3, V4, V5, V6, V7>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>,
            TypedExpression<M, V5>, TypedExpression<M, V6>, TypedExpression<M, V7>
        )
    ) throws -> [(V1, V2, V3, V4, V5, V6, V7)] {
        try select(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }

    /// The values of eight expressions for each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<M: Model, V1, V2, V3, V4, V5, V6, V7, V8>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>,
            TypedExpression<M, V5>, TypedExpression<M, V6>, TypedExpression<M, V7>, TypedExpression<M, V8>
        )
    ) throws -> [(V1, V2, V3, V4, V5, V6, V7, V8)] {
        try select(query) { ColumnBuilder<M>.buildExpression(columns($0)) }
    }
}
