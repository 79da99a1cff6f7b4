/// Answers a join: reads what it needs of both sides, joins the rows in the core, and computes its results on them.
///
/// No object is made for it, except where unsaved changes or other stores demand it of a query too. Used for one request.
struct JoinRunner {
    let queries: QueryRunner
    let layout: JoinLayout
    /// The rows of pairs in their order, and the range of them that is the answer.
    let pairs: FetchRequest
    let results: Results
    let conditions: JoinConditions
    let keepsUnpaired: Bool
    /// How many pairs may be compared where no key finds them.
    let mostCompared: Int
    /// The rows and columns of each side.
    private(set) var first: SelectRequest
    private(set) var second: SelectRequest
    /// The conditions on each side alone that no request has.
    private(set) var unasked: (first: [ExpressionTree], second: [ExpressionTree])
    /// Descriptions of other queries that were answered, for people.
    let notes: [String]

    /// What is computed on pairs.
    enum Results {
        case columns([ExpressionTree])
        case groups(AggregateRequest)
    }

    var binder: ExpressionBinder { queries.graph.binder(pairs.entity) }

    /// Checks a join and what is asked of it, and answers other queries in it.
    ///
    /// - Throws: ``GranaryError/Code/query`` for mistakes in it.
    init<First, Second, Partner>(
        _ join: Join<First, Second, Partner>, _ form: ResultColumns, _ queries: QueryRunner
    ) throws {
        if let problem = join.problem { throw problem }
        // Both before anything is read, as each may begin another snapshot.
        let rows = (
            first: try queries.timelessRequest(for: join.first),
            second: try queries.timelessRequest(for: join.second)
        )
        let filters = (
            first: try queries.filters(of: join.first), second: try queries.filters(of: join.second)
        )
        var placing = PlacedJoin(rows.first.entity, rows.second.entity, now: try .now())
        try placing.place(join, form)
        let answers = SubqueryAnswers(queries)
        first = try placing.request(rows.first, placing.layout.first, filters.first, answers)
        second = try placing.request(rows.second, placing.layout.second, filters.second, answers)
        let entity = placing.layout.entity(
            try Self.kinds(of: first, queries), try Self.kinds(of: second, queries))
        try FetchRequest.validateRange(join.passed, join.most, of: entity)
        placing = try placing.resolved { tree in
            try answers.resolved(try filters.first.filtered(tree, from: entity), nil)
        }
        var pairs = FetchRequest(entity: entity)
        (pairs.sort, pairs.offset, pairs.limit) = (placing.sort, join.passed, join.most)
        conditions = try JoinConditions(
            joining: placing.condition, where: placing.predicate, keepsUnpaired: join.keepsUnpaired,
            placing.layout, queries.graph.binder(entity))
        self.queries = queries
        self.pairs = pairs
        layout = placing.layout
        results = placing.results(over: entity)
        keepsUnpaired = join.keepsUnpaired
        mostCompared = join.mostCompared
        unasked = (conditions.first, conditions.second)
        notes = answers.notes
        askStores()
    }

    private static func kinds(of side: SelectRequest, _ queries: QueryRunner) throws -> [ExpressionKind] {
        let binder = queries.graph.binder(side.rows.entity)
        return try side.columns.map { try binder.bind($0).kind }
    }

    /// Moves conditions on one side into its request, where no range of the query has to come before them.
    private mutating func askStores() {
        if !first.rows.hasRange {
            first.rows = narrowed(first, by: unasked.first, .first)
            unasked.first = []
        }
        if !second.rows.hasRange {
            second.rows = narrowed(second, by: unasked.second, .second)
            unasked.second = []
        }
    }

    /// The rows of a side that satisfy further conditions, without an order.
    private func narrowed(
        _ side: SelectRequest, by conditions: [ExpressionTree], _ name: JoinLayout.Side
    ) -> FetchRequest {
        var rows = side.rows
        let seen = conditions.map { layout.seen($0, from: name, side.columns) }
        rows.predicate = .all((rows.predicate.map { [$0] } ?? []) + seen)
        rows.sort = []
        return rows
    }

    /// The rows and columns of a side.
    func request(_ side: JoinLayout.Side) -> SelectRequest { side == .first ? first : second }
}
