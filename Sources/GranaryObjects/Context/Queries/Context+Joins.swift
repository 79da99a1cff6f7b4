/// Pairs of objects of two queries; see ``join(_:_:on:)``.
extension Context {
    /// The pairs of objects of a join, in its order; unsaved changes of this context count.
    public func fetch<First, Second>(_ join: InnerJoin<First, Second>) throws -> [(First, Second)] {
        try queries.fetch(join).compactMap { pair in pair.second.map { (pair.first, $0) } }
    }

    /// The objects of a left join with their partners, in its order; `nil` for an object without one.
    public func fetch<First, Second>(_ join: LeftJoin<First, Second>) throws -> [(First, Second?)] {
        try queries.fetch(join).map { ($0.first, $0.second) }
    }

    /// The values of an expression for each pair of a join, in its order, or of several as tuples:
    /// `context.select(pairs) { ($0.name, $1.lastName) }`.
    ///
    /// Only the columns that the join needs are read, and no objects are made.
    @inlinable public func select<First, Second, Partner, Row>(
        _ join: Join<First, Second, Partner>,
        @ColumnBuilder<First> _ columns: (First.Fields, Partner) -> ExpressionColumns<First, Row>
    ) throws -> [Row] {
        try selectedRows(join, columns(First.fields, join.partner))
    }

    @inlinable func selectedRows<First, Second, Partner, Row>(
        _ join: Join<First, Second, Partner>, _ columns: ExpressionColumns<First, Row>
    ) throws -> [Row] {
        try readRows(columns.read) { try rowsUnlessRead(join, columns.trees, columns.problem, $0) }
    }

    /// Passes columns of each pair to a closure, as its store holds them; all rows as values where the store cannot, or the
    /// closure has returned false.
    @usableFromInline func rowsUnlessRead<First, Second, Partner>(
        _ join: Join<First, Second, Partner>, _ columns: [ExpressionTree], _ problem: GranaryError?,
        _ read: (inout ResultReader) -> Bool
    ) throws -> [SelectedRow]? {
        try queries.project(join.noting(problem), columns, read)?.map { SelectedRow($0) }
    }

    /// The distinct values of an expression over the pairs of a join, or the distinct combinations of the values of several, as
    /// tuples; order, offset and limit count as in ``distinct(_:_:)``.
    public func distinct<First, Second, Partner, Row>(
        _ join: Join<First, Second, Partner>,
        @ColumnBuilder<First> _ columns: (First.Fields, Partner) -> ExpressionColumns<First, Row>
    ) throws -> [Row] {
        let columns = columns(First.fields, join.partner)
        if let problem = join.problem ?? columns.problem { throw problem }
        var grouping = Grouping(groups: columns.trees, columns: columns.trees.indices.map { .group($0) })
        grouping.order = try columns.order(join.sort)
        (grouping.offset, grouping.limit) = (join.passed, join.most)
        let rows = try queries.select(join.arrangedOtherwise().noting(columns.problem), .groups(grouping))
        return try rows.map { values in
            var reader = ResultReader(values)
            return try columns.read(&reader)
        }
    }

    /// How many pairs a join yields.
    public func count<First, Second, Partner>(_ join: Join<First, Second, Partner>) throws -> Int {
        try aggregate(join) { fields, _ in fields.count() }
    }

    /// Whether a join yields any pair.
    public func exists<First, Second, Partner>(_ join: Join<First, Second, Partner>) throws -> Bool {
        try count(join.limit(min(join.most ?? 1, 1))) > 0
    }

    /// One aggregate over all pairs of a join, or several as a tuple: `context.aggregate(pairs) { ($0.count(), $1.salary.sum) }`.
    public func aggregate<First, Second, Partner, Row>(
        _ join: Join<First, Second, Partner>,
        @ColumnBuilder<ObjectGroup<First>> _ aggregates: (First.Fields, Partner) -> AggregateColumns<
            First, Row
        >
    ) throws -> Row {
        let columns = aggregates(First.fields, join.partner)
        let grouping = Grouping(groups: [], columns: columns.aggregates)
        var reader = ResultReader(
            try queries.select(join.noting(columns.problem), .groups(grouping)).first ?? [])
        return try columns.read(&reader)
    }

    /// Aggregates for each group of pairs of a join with the same value of an expression, or the same values of several:
    /// `context.grouped(pairs, by: { $1.title }) { customer, _ in customer.count() }`.
    ///
    /// The groups come and are arranged as in ``grouped(_:by:_:arranged:)``; the closure that arranges them gets the fields
    /// of the second side too.
    public func grouped<First, Second, Partner, Group, Values>(
        _ join: Join<First, Second, Partner>,
        @ColumnBuilder<First> by groups: (First.Fields, Partner) -> ExpressionColumns<First, Group>,
        @ColumnBuilder<ObjectGroup<First>> _ aggregates: (First.Fields, Partner) -> AggregateColumns<
            First, Values
        >,
        arranged arrangement: (GroupArrangement<First>, Partner) -> GroupArrangement<First> = { groups, _ in
            groups
        }
    ) throws -> [(group: Group, values: Values)] {
        let columns = try GroupColumns(
            groups(First.fields, join.partner), aggregates(First.fields, join.partner)
        ) { arrangement($0, join.partner) }
        return try columns.read(
            try queries.select(join.noting(columns.problem), .groups(columns.grouping)))
    }

    /// How the context would fetch the pairs of a join: which side passes by and what its store does, which one is kept, and
    /// whether values go over as a list.
    ///
    /// The numbers of objects are counted for it.
    public func explain<First, Second, Partner>(_ join: Join<First, Second, Partner>) throws -> QueryPlan {
        try queries.explain(join, .expressions(join.keys))
    }

    /// How the context would select columns of the pairs of a join.
    public func explain<First, Second, Partner, Row>(
        select join: Join<First, Second, Partner>,
        @ColumnBuilder<First> _ columns: (First.Fields, Partner) -> ExpressionColumns<First, Row>
    ) throws -> QueryPlan {
        let columns = columns(First.fields, join.partner)
        return try queries.explain(join.noting(columns.problem), .expressions(columns.trees))
    }

    /// The rows of stored values of the pairs of a join, with columns described as data.
    package func select<First, Second, Partner>(
        _ join: Join<First, Second, Partner>, columns: ResultColumns
    ) throws -> [[Value]] { try queries.select(join, columns) }
}
