/// Selected columns with types that the compiler knows from the closure at once.
///
/// It checks a builder's closure after other closures of a statement, which is too late for one such as
/// `.forEach { print($0.0) }`. Then it takes one of these forms. They come second, because without a builder it has to
/// try the operators in all columns together, for each number of columns.
extension Context {
    /// One column of each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    @inlinable public func select<M: Model, C: SelectableColumn>(
        _ query: Query<M>, _ columns: (M.Fields) -> C
    ) throws -> [C.Selected] where C.Root == M {
        try select(query) { SelectionBuilder<M>.buildExpression(columns($0)) }
    }

    /// Two columns of each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    @inlinable public func select<M: Model, C1: SelectableColumn<M, V1>, C2: SelectableColumn<M, V2>, V1, V2>(
        _ query: Query<M>, _ columns: (M.Fields) -> (C1, C2)
    ) throws -> [(V1, V2)] {
        try select(query) { SelectionBuilder<M>.buildExpression(columns($0)) }
    }

    /// Three columns of each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    @inlinable
    public func select<
        M: Model, C1: SelectableColumn<M, V1>, C2: SelectableColumn<M, V2>, C3: SelectableColumn<M, V3>, V1,
        V2, V3
    >(
        _ query: Query<M>, _ columns: (M.Fields) -> (C1, C2, C3)
    ) throws -> [(V1, V2, V3)] {
        try select(query) { SelectionBuilder<M>.buildExpression(columns($0)) }
    }

    /// Four columns of each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    @inlinable
    public func select<
        M: Model, C1: SelectableColumn<M, V1>, C2: SelectableColumn<M, V2>, C3: SelectableColumn<M, V3>,
        C4: SelectableColumn<M, V4>, V1, V2, V3, V4
    >(
        _ query: Query<M>, _ columns: (M.Fields) -> (C1, C2, C3, C4)
    ) throws -> [(V1, V2, V3, V4)] {
        try select(query) { SelectionBuilder<M>.buildExpression(columns($0)) }
    }

    /// Five columns of each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    @inlinable
    public func select<
        M: Model, C1: SelectableColumn<M, V1>, C2: SelectableColumn<M, V2>, C3: SelectableColumn<M, V3>,
        C4: SelectableColumn<M, V4>, C5: SelectableColumn<M, V5>, V1, V2, V3, V4, V5
    >(
        _ query: Query<M>, _ columns: (M.Fields) -> (C1, C2, C3, C4, C5)
    ) throws -> [(V1, V2, V3, V4, V5)] {
        try select(query) { SelectionBuilder<M>.buildExpression(columns($0)) }
    }

    /// Six columns of each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    @inlinable
    public func select<
        M: Model, C1: SelectableColumn<M, V1>, C2: SelectableColumn<M, V2>, C3: SelectableColumn<M, V3>,
        C4: SelectableColumn<M, V4>, C5: SelectableColumn<M, V5>, C6: SelectableColumn<M, V6>, V1, V2, V3, V4,
        V5, V6
    >(
        _ query: Query<M>, _ columns: (M.Fields) -> (C1, C2, C3, C4, C5, C6)
    ) throws -> [(V1, V2, V3, V4, V5, V6)] {
        try select(query) { SelectionBuilder<M>.buildExpression(columns($0)) }
    }

    /// Seven columns of each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    @inlinable
    public func select<
        M: Model, C1: SelectableColumn<M, V1>, C2: SelectableColumn<M, V2>, C3: SelectableColumn<M, V3>,
        C4: SelectableColumn<M, V4>, C5: SelectableColumn<M, V5>, C6: SelectableColumn<M, V6>,
        C7: SelectableColumn<M, V7>, V1, V2, V3, V4, V5, V6, V7
    >(
        _ query: Query<M>, _ columns: (M.Fields) -> (C1, C2, C3, C4, C5, C6, C7)
    ) throws -> [(V1, V2, V3, V4, V5, V6, V7)] {
        try select(query) { SelectionBuilder<M>.buildExpression(columns($0)) }
    }

    /// Eight columns of each object of a query, in its order.
    @_disfavoredOverload
    @_documentation(visibility: private)
    @inlinable
    public func select<
        M: Model, C1: SelectableColumn<M, V1>, C2: SelectableColumn<M, V2>, C3: SelectableColumn<M, V3>,
        C4: SelectableColumn<M, V4>, C5: SelectableColumn<M, V5>, C6: SelectableColumn<M, V6>,
        C7: SelectableColumn<M, V7>, C8: SelectableColumn<M, V8>, V1, V2, V3, V4, V5, V6, V7, V8
    >(
        _ query: Query<M>, _ columns: (M.Fields) -> (C1, C2, C3, C4, C5, C6, C7, C8)
    ) throws -> [(V1, V2, V3, V4, V5, V6, V7, V8)] {
        try select(query) { SelectionBuilder<M>.buildExpression(columns($0)) }
    }
}
