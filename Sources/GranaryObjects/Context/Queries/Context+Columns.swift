extension Context {
    /// The column of each object of a query, in its order, or several columns as tuples:
    /// `context.select(Flight.all) { $0.airline.name }`, `{ ($0.number, $0.airline.name) }`.
    ///
    /// A column is an expression, a list of rows of a relationship to many, or an object:
    /// `{ ($0.name, $0.flights.limit(3).select { ($0.number, $0.delay) }, $0.country.object) }`. Lists and objects take one
    /// request each for all rows of the query, and a list of a relationship to many on both sides takes two.
    @inlinable public func select<M: Model, Row>(
        _ query: Query<M>, @SelectionBuilder<M> _ columns: (M.Fields) -> SelectedColumns<M, Row>
    ) throws -> [Row] { try selectedRows(query, columns(M.fields)) }

    /// The distinct values of an expression over the objects of a query, or the distinct combinations of the values of
    /// several, as tuples.
    ///
    /// They are in the query's order if it has one, else in ascending order, ties in the direction of the last term; its
    /// offset and limit count distinct rows:
    /// `context.distinct(Flight.all.sorted { $0.carrier.descending }.limit(5)) { $0.carrier }`.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an order by anything but the columns, which says nothing about distinct
    ///   rows; any error from ``select(_:columns:)``.
    public func distinct<M: Model, Row>(
        _ query: Query<M>, @ColumnBuilder<M> _ columns: (M.Fields) -> ExpressionColumns<M, Row>
    ) throws -> [Row] { try distinctRows(query, columns(M.fields)) }

    /// The values of nine or more expressions for each object of a query, in its order, as tuples.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func select<M: Model, V1, V2, V3, V4, V5, V6, V7, V8, V9, each V>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>,
            TypedExpression<M, V5>, TypedExpression<M, V6>, TypedExpression<M, V7>, TypedExpression<M, V8>,
            TypedExpression<M, V9>, repeat TypedExpression<M, each V>
        )
    ) throws -> [(V1, V2, V3, V4, V5, V6, V7, V8, V9, repeat each V)] {
        try selectedRows(query, ExpressionColumns.several(columns)._columns)
    }

    /// The distinct combinations of the values of nine or more expressions over the objects of a query, as tuples.
    @_disfavoredOverload
    @_documentation(visibility: private)
    public func distinct<M: Model, V1, V2, V3, V4, V5, V6, V7, V8, V9, each V>(
        _ query: Query<M>,
        _ columns: (M.Fields) -> (
            TypedExpression<M, V1>, TypedExpression<M, V2>, TypedExpression<M, V3>, TypedExpression<M, V4>,
            TypedExpression<M, V5>, TypedExpression<M, V6>, TypedExpression<M, V7>, TypedExpression<M, V8>,
            TypedExpression<M, V9>, repeat TypedExpression<M, each V>
        )
    ) throws -> [(V1, V2, V3, V4, V5, V6, V7, V8, V9, repeat each V)] {
        try distinctRows(query, .several(columns))
    }

    @inlinable func selectedRows<M: Model, Row>(
        _ query: Query<M>, _ columns: SelectedColumns<M, Row>
    ) throws -> [Row] {
        try readRows(columns.read) { try rowsUnlessRead(query, columns.selection, columns.problem, $0) }
    }

    /// Reads the rows that a closure passes on as their store holds them, or else those that it returns.
    // Inlinable, so that it and what it calls for each row are compiled for the types of the row.
    @inlinable func readRows<Row>(
        _ read: @escaping (inout ResultReader) throws -> Row,
        from rowsUnlessRead: ((inout ResultReader) -> Bool) throws -> [SelectedRow]?
    ) throws -> [Row] {
        var rows: [Row] = []
        let others = try rowsUnlessRead { reader in
            do {
                rows.append(try read(&reader))
                return true
            } catch {
                return false
            }
        }
        guard let others else { return rows }
        rows = []
        for row in others {
            var reader = ResultReader(row)
            rows.append(try read(&reader))
        }
        return rows
    }

    /// Passes what is selected of each object to a closure, as its store holds it; all rows as values where the store cannot,
    /// or the closure has returned false.
    @usableFromInline func rowsUnlessRead<M: Model>(
        _ query: Query<M>, _ selection: Selection, _ problem: GranaryError?,
        _ read: (inout ResultReader) -> Bool
    ) throws -> [SelectedRow]? {
        let query = query.with(problem)
        if !selection.levels.isEmpty { return try queries.select(query, selection) }
        return try queries.project(query, selection.values, read)?.map { SelectedRow($0) }
    }

    private func distinctRows<M: Model, Row>(
        _ query: Query<M>, _ columns: ExpressionColumns<M, Row>
    ) throws -> [Row] {
        let (all, grouping) = try distinctGroups(query, columns)
        return try select(all.with(columns.problem), columns: .groups(grouping)).map { values in
            var reader = ResultReader(values)
            return try columns.read(&reader)
        }
    }

    /// The query and the groups whose values are its distinct rows.
    func distinctGroups<M: Model, Row>(
        _ query: Query<M>, _ columns: ExpressionColumns<M, Row>
    ) throws -> (query: Query<M>, grouping: Grouping) {
        let groups: [AggregateRequest.Column] = columns.trees.indices.map { .group($0) }
        var grouping = Grouping(groups: columns.trees, columns: groups)
        if let problem = query.problem ?? columns.problem { throw problem }
        grouping.order = try columns.order(query.sort)
        (grouping.offset, grouping.limit) = (query.offset, query.limit)
        var all = query
        (all.offset, all.limit) = (0, nil)
        // A cursor belongs to its query with the order.
        if all.cursor == nil { all.sort = [] }
        return (all, grouping)
    }
}

extension Query {
    /// The query with the fault of its columns, if it has none itself.
    func with(_ problem: GranaryError?) -> Query {
        var query = self
        query.problem = query.problem ?? problem
        return query
    }
}

extension ExpressionColumns where Root: Model {
    /// An order of distinct rows, by the columns.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a term that is not one of the columns.
    func order(_ sort: [SortTerm]) throws -> [AggregateRequest.Order] {
        try sort.map { term in
            guard let position = trees.firstIndex(of: term.expression) else {
                throw GranaryError(
                    .query,
                    "Distinct rows of \(Root.modelDescription.name) are ordered by an expression that is not one of their columns; add it to the columns, or sort by one of them.",
                    context: .init(entity: Root.modelDescription.name))
            }
            return AggregateRequest.Order(column: position, isDescending: term.isDescending)
        }
    }
}
