extension QueryRunner {
    /// The number of objects that a query yields.
    func count<M: Model>(_ query: Query<M>) throws -> Int {
        try access.perform(.count, M.self) { try countObjects(M.self, try checkedRequest(for: query)) }
    }

    /// The number of objects of a request.
    func countObjects<M: Model>(_ type: M.Type, _ request: FetchRequest) throws -> Int {
        if try !hasPendingChanges(touching: request) {
            let split = try splitAcrossStores(request)
            if split.residual == nil {
                access.countRequests()
                // The order does not change the number, and sorting costs. It goes only here, as a cursor fits its
                // query with its order only.
                var unordered = split.request
                unordered.sort = []
                if let count = try access.session(of: request.entity).count(unordered) { return count }
            }
        }
        var unordered = request
        unordered.sort = []
        var count = 0
        try forEachRow(type, unordered, []) { _, _ in count += 1 }
        return count
    }

    /// Computes aggregates over the objects of a query; returns rows of stored values.
    func aggregate<M: Model>(_ query: Query<M>, _ grouping: Grouping) throws -> [[Value]] {
        try access.perform(.aggregate, M.self, rows: { $0.count }) {
            try compute(checkedRequest(for: grouping, over: query), over: M.self)
        }
    }

    /// Checks a query and what is computed over its objects; returns the request, with the current time and the results
    /// of other queries in it.
    func checkedRequest<M: Model>(for grouping: Grouping, over query: Query<M>) throws -> AggregateRequest {
        var request = grouping.request(try timelessRequest(for: query))
        let (name, filters) = (request.rows.entity.name, try filters(of: query))
        for case .calculated(let tree) in request.columns { try tree.requireHeight(for: name) }
        try request.having?.requireHeight(for: name)
        for expression in request.rowExpressions { try expression.requireHeight(for: name) }
        request = try request.mappingColumns { try filters.filtered($0, from: request.rows.entity) }
        if request.asksForNow { request = request.settingNow(to: try .now()) }
        if request.hasSubqueries {
            let answers = SubqueryAnswers(self)
            request.rows = try answers.resolved(request.rows)
            let binder = graph.binder(request.rows.entity)
            request = try request.mappingColumns { try answers.resolved($0, binder) }
        }
        return request
    }

    /// Computes aggregates over the objects of a request; returns rows of stored values.
    func compute<M: Model>(_ request: AggregateRequest, over type: M.Type) throws -> [[Value]] {
        try namingSums(of: request) { try results(of: request, type) }
    }

    /// Computes aggregates; an error of a sum that does not name what is summed then does.
    func namingSums<R>(of request: AggregateRequest, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch var error as GranaryError where error.code == .overflow && error.context.properties.isEmpty {
            // Engines do not say which of several sums is too large.
            error.context.properties = request.summed
            throw error
        }
    }

    private func results<M: Model>(of request: AggregateRequest, _ type: M.Type) throws -> [[Value]] {
        let expressions = request.rowExpressions
        if let result = try storeAggregate(request, expressions) { return result }
        var evaluator = try AggregateEvaluator(request, graph.binder(request.rows.entity))
        try forEachRow(type, request.rows, expressions) { row, source in
            try evaluator.add(row, in: source)
        }
        return try evaluator.results()
    }

    private func storeAggregate(_ request: AggregateRequest, _ expressions: [ExpressionTree]) throws
        -> [[Value]]?
    {
        let entity = request.rows.entity
        guard try !needsObjects(request.rows, expressions) else { return nil }
        let split = try splitAcrossStores(request.rows)
        guard split.residual == nil, !split.ordersInCore else { return nil }
        var request = request
        request.rows = split.request
        access.countRequests()
        return try access.session(of: entity).aggregate(request)
    }

    /// Whether the core has to evaluate expressions over a request's rows on this context's objects.
    func needsObjects(_ rows: FetchRequest, _ expressions: [ExpressionTree]) throws -> Bool {
        var all = rows
        // `hasPendingChanges` follows the paths of conditions and orders; those of the expressions matter as well.
        all.sort += expressions.map { SortTerm($0) }
        if try hasPendingChanges(touching: all) { return true }
        return try expressions.contains { try crosses($0, from: rows.entity) }
    }

    /// The values of expressions for each object of a query, in its order.
    func project<M: Model>(_ query: Query<M>, _ expressions: [ExpressionTree]) throws -> [[Value]] {
        try access.perform(.select, M.self, rows: { $0.count }) {
            try values(of: checkedRequest(for: expressions, of: query), M.self)
        }
    }

    /// Passes the values of expressions for each object of a query to a closure, in its order, as their store holds them;
    /// returns all of them where the store cannot, or the closure has returned false.
    func project<M: Model>(
        _ query: Query<M>, _ expressions: [ExpressionTree], _ read: (inout ResultReader) -> Bool
    ) throws -> [[Value]]? {
        var count = 0
        return try access.perform(.select, M.self, rows: { $0?.count ?? count }) {
            let request = try checkedRequest(for: expressions, of: query)
            let bound = try bound(request)
            guard let stored = try storeRequest(request.rows, request.columns) else {
                return try values(of: request, bound, M.self)
            }
            switch try passRows(
                of: stored,
                to: { reader in
                    count += 1
                    return read(&reader)
                })
            {
            case .read: return nil
            case .values(let rows): return rows
            case nil: return try values(of: request, bound, M.self)
            }
        }
    }

    /// The rows of a request for columns, by what has become of them.
    enum StoreRows {
        /// They were passed to the closure.
        case read
        /// The closure has returned false, or the store has only values.
        case values([[Value]])
    }

    /// Passes the rows of a request to a closure, as their store holds them; `nil` where the store leaves them to the core.
    func passRows(of request: SelectRequest, to read: (inout ResultReader) -> Bool) throws -> StoreRows? {
        access.countRequests()
        let entity = request.rows.entity
        let session = try access.session(of: entity)
        var reader = ResultReader([])
        var columns: ResultReader.StoredColumns?
        // safe: the reader is used by the closure only, and the columns live as long.
        let isRead = try session.select(request) { cursor, places in
            if columns == nil {
                let first = ResultReader.StoredColumns(cursor, places, of: entity)
                reader.begin(first)
                columns = first
            } else {
                reader.beginNext()
            }
            return read(&reader)
        }
        withExtendedLifetime(columns) {}
        if isRead == true { return .read }
        return isRead == nil ? nil : try session.select(request).map { .values($0) }
    }

    /// The values of a checked request's expressions on each of its rows, in their order.
    func values<M: Model>(of request: SelectRequest, _ type: M.Type) throws -> [[Value]] {
        let bound = try bound(request)
        if let rows = try storeValues(request.rows, request.columns) { return rows }
        return try values(of: request, bound, type)
    }

    private func bound(_ request: SelectRequest) throws -> [BoundExpression] {
        try request.columns.map { try graph.binder(request.rows.entity).bind($0) }
    }

    /// The values of bound expressions on each row of a request, which the core computes.
    private func values<M: Model>(
        of request: SelectRequest, _ bound: [BoundExpression], _ type: M.Type
    ) throws -> [[Value]] {
        var rows: [[Value]] = []
        try forEachRow(type, request.rows, request.columns) { row, source in
            rows.append(try bound.values(on: row, in: source))
        }
        return rows
    }

    /// Checks the columns of a query, and returns their request, made for the current time or another.
    func checkedRequest<M: Model>(
        for expressions: [ExpressionTree], of query: Query<M>, at moment: Value? = nil
    ) throws -> SelectRequest {
        var (request, expressions) = (try timelessRequest(for: query), expressions)
        for expression in expressions { try expression.requireHeight(for: request.entity.name) }
        let filters = try filters(of: query)
        expressions = try expressions.map { try filters.filtered($0, from: request.entity) }
        if request.asksForNow || expressions.contains(where: \.asksForNow) {
            let now = try moment ?? .now()
            request = request.settingNow(to: now)
            expressions = expressions.map { $0.settingNow(to: now) }
        }
        if request.hasSubqueries || expressions.contains(where: \.hasSubqueries) {
            let answers = SubqueryAnswers(self)
            request = try answers.resolved(request)
            expressions = try expressions.map { try answers.resolved($0, on: request.entity) }
        }
        return SelectRequest(rows: request, columns: expressions)
    }

    /// The values of expressions on the rows of a request, if their store can compute them without objects.
    func storeValues(_ request: FetchRequest, _ expressions: [ExpressionTree]) throws -> [[Value]]? {
        guard let stored = try storeRequest(request, expressions) else { return nil }
        access.countRequests()
        return try access.session(of: request.entity).select(stored)
    }

    /// The request to the store of the rows for the values of expressions; `nil` if they need objects.
    func storeRequest(
        _ request: FetchRequest, _ expressions: [ExpressionTree]
    ) throws -> SelectRequest? {
        guard try !needsObjects(request, expressions) else { return nil }
        let split = try splitAcrossStores(request)
        guard split.residual == nil, !split.ordersInCore else { return nil }
        return SelectRequest(rows: split.request, columns: expressions)
    }

    /// Passes the rows of a request to a closure, in order.
    ///
    /// Rows come directly from the store if possible, otherwise from objects.
    func forEachRow<M: Model>(
        _ type: M.Type, _ request: FetchRequest, _ expressions: [ExpressionTree],
        _ body: (any EvaluationRow, any EvaluationSource) throws -> Void
    ) throws {
        // A row has no objects at the ends of its relationships, and the request does not fetch them.
        if !expressions.contains(where: { graph.followsRelationships($0, from: request.entity) }),
            try !needsObjects(request, expressions)
        {
            let split = try splitAcrossStores(request)
            if split.residual == nil, !split.ordersInCore {
                access.countRequests()
                let answer = try access.session(of: request.entity).fetch(split.request)
                defer { answer.cursor.close() }
                if var rest = try RemainingRequest(answer, of: split.request, in: graph) {
                    let row = CursorRow(answer.cursor, of: request.entity)
                    while !rest.isComplete, try answer.cursor.advance() {
                        if try rest.takes(row) { try body(row, NullRow.shared) }
                    }
                    return
                }
            }
        }
        let source = ObjectSource(graph)
        for object in try answer(type, request) { try body(ObjectRow(object, of: request.entity), source) }
    }
}

extension AggregateRequest {
    /// The attributes whose sums or means are computed, each once, in their order.
    var summed: [String] {
        var names: [String] = []
        for column in computed {
            switch column {
            case .sum(.attribute(let path, let name)), .average(.attribute(let path, let name)):
                let name = (path + [name]).joined(separator: ".")
                if !names.contains(name) { names.append(name) }
            default: break
            }
        }
        return names
    }
}
