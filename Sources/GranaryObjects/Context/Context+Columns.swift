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

    /// The distinct values of an expression over the objects of a query.
    ///
    /// They are in the query's order if it has one, else in ascending order; its offset and limit count distinct
    /// values: `context.distinct(Flight.all.sorted { $0.carrier.descending }.limit(5)) { $0.carrier }`.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an order by anything but the expression, which says nothing about
    ///   distinct values; any error from ``select(_:columns:)``.
    public func distinct<M: Model, V>(
        _ query: Query<M>, _ column: (M.Fields) -> TypedExpression<M, V>
    ) throws -> [V] { try distinctRows(query, .one(column)) }

    /// The distinct combinations of the values of several expressions over the objects of a query, as tuples.
    ///
    /// They are in the query's order if it has one, else in ascending order, ties in the direction of the last term;
    /// its offset and limit count distinct combinations.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an order by anything but these expressions, which says nothing about
    ///   distinct combinations; any error from ``select(_:columns:)``.
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
        var grouping = Grouping(groups: columns.trees, columns: groups)
        if let problem = query.problem ?? columns.problem { throw problem }
        grouping.order = try query.sort.map { term in
            guard let position = columns.trees.firstIndex(of: term.expression) else {
                throw GranaryError(
                    .query,
                    "Distinct rows of \(M.modelDescription.name) are ordered by an expression that is not one of their columns; add it to the columns, or sort by one of them.",
                    context: .init(entity: M.modelDescription.name))
            }
            return AggregateRequest.Order(column: position, isDescending: term.isDescending)
        }
        (grouping.offset, grouping.limit) = (query.offset, query.limit)
        var all = query
        (all.offset, all.limit) = (0, nil)
        // A cursor belongs to its query with the order.
        if all.cursor == nil { all.sort = [] }
        return try rows(all, columns, .groups(grouping))
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
