extension Context {
    /// The value of an expression for each object of a query, in its order:
    /// `context.select(Flight.all) { $0.airline.name }`.
    public func select<M: Model, V>(
        _ query: Query<M>, _ column: (M.Fields) -> TypedExpression<M, V>
    ) throws -> [V] { try selected(query, .one(column)) }

    /// The values of several expressions for each object of a query, in its order, as tuples:
    /// `context.select(Flight.all) { ($0.number, $0.airline.name) }`.
    public func select<M: Model, V1, V2, each V>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, repeat TypedExpression<M, each V>
        )
    ) throws -> [(V1, V2, repeat each V)] { try selected(query, .several(columns)) }

    /// The distinct values of an expression over the objects of a query, in their order.
    public func distinct<M: Model, V>(
        _ query: Query<M>, _ column: (M.Fields) -> TypedExpression<M, V>
    ) throws -> [V] { try distinctRows(query, .one(column)) }

    /// The distinct combinations of the values of several expressions over the objects of a query, as tuples in
    /// their order.
    public func distinct<M: Model, V1, V2, each V>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, repeat TypedExpression<M, each V>
        )
    ) throws -> [(V1, V2, repeat each V)] { try distinctRows(query, .several(columns)) }

    private func selected<M: Model, Row>(
        _ query: Query<M>, _ columns: ExpressionColumns<M, Row>
    ) throws -> [Row] {
        try rows(query, columns, .expressions(columns.trees))
    }

    private func distinctRows<M: Model, Row>(
        _ query: Query<M>, _ columns: ExpressionColumns<M, Row>
    ) throws -> [Row] {
        let groups: [AggregateRequest.Column] = columns.trees.indices.map { .group($0) }
        return try rows(query, columns, .groups(Grouping(groups: columns.trees, columns: groups)))
    }

    private func rows<M: Model, Row>(
        _ query: Query<M>, _ columns: ExpressionColumns<M, Row>, _ form: ResultColumns
    ) throws -> [Row] {
        var query = query
        query.problem = query.problem ?? columns.problem
        return try select(query, columns: form).map { values in
            var reader = ResultReader(values)
            return try columns.read(&reader)
        }
    }
}
