extension QueryRunner {
    /// How the context answers a query.
    func explain<M: Model>(_ query: Query<M>) throws -> QueryPlan {
        try explaining(M.self) { try plan(M.self, of: try presentRequest(for: query)) }
    }

    /// How the context hands over the objects of a query one after the other.
    func explainStream<M: Model>(_ query: Query<M>) throws -> QueryPlan {
        try explaining(M.self) {
            let request = try checkedRequest(for: query)
            var plan = try plan(M.self, of: request)
            let follows =
                request.predicate.map { graph.followsRelationships($0, from: request.entity) } ?? false
            // What the store leaves of an order, or of a condition that follows relationships, needs all objects.
            let isCollected = !plan.store.residual.isEmpty && (follows || !request.sort.isEmpty)
            if isCollected || !plan.core.isEmpty {
                plan.core.append("All objects may be fetched before the first is handed over.")
            }
            return plan
        }
    }

    /// How the context counts the objects of a query.
    func explainCount<M: Model>(_ query: Query<M>) throws -> QueryPlan {
        try explaining(M.self) {
            var request = try presentRequest(for: query)
            request.sort = []
            var plan = try plan(M.self, of: request)
            if !plan.store.residual.isEmpty || !plan.core.isEmpty {
                plan.core.append("The core counts the objects.")
            }
            return plan
        }
    }

    /// How the context computes the columns of a query.
    func explain<M: Model>(_ query: Query<M>, _ columns: ResultColumns) throws -> QueryPlan {
        try explaining(M.self) {
            switch columns {
            case .expressions(let expressions):
                try plan(M.self, of: checkedRequest(for: expressions, of: query))
            case .groups(let grouping): try plan(M.self, of: checkedRequest(for: grouping, over: query))
            }
        }
    }

    /// How the context finds the rows of a request that a batch writes.
    func explain<M: Model>(
        _ type: M.Type, batch request: () throws -> (FetchRequest, expressions: [ExpressionTree]),
        _ note: String
    ) throws -> QueryPlan {
        try explaining(M.self) {
            let (request, expressions) = try request()
            var plan = try plan(M.self, of: request)
            plan.core += try notes(on: expressions, of: request, "new values") + [note]
            return plan
        }
    }

    /// Makes a plan; errors about the query name the store of the model.
    func explaining<M: Model>(_ type: M.Type, _ plan: () throws -> QueryPlan) throws -> QueryPlan {
        try access.operating { try access.naming(M.self) { try plan() } }
    }

    /// The plan of columns of some rows.
    func plan<M: Model>(_ type: M.Type, of request: SelectRequest) throws -> QueryPlan {
        for column in request.columns { _ = try graph.binder(request.rows.entity).bind(column) }
        return try plan(M.self, of: request.rows, request.columns, "columns") { session, rows in
            try session.explain(SelectRequest(rows: rows, columns: request.columns))
        }
    }

    private func plan<M: Model>(_ type: M.Type, of request: AggregateRequest) throws -> QueryPlan {
        // A session that leaves the aggregates to the core does not look for mistakes in them.
        _ = try AggregateEvaluator(request, graph.binder(request.rows.entity))
        return try plan(M.self, of: request.rows, request.rowExpressions, "aggregates") { session, rows in
            var asked = request
            asked.rows = rows
            return try session.explain(asked)
        }
    }

    /// The plan of expressions over some rows, by the store if it computes them without objects.
    private func plan<M: Model>(
        _ type: M.Type, of rows: FetchRequest, _ expressions: [ExpressionTree], _ what: String,
        byStore explain: (any StoreSession, FetchRequest) throws -> StorePlan?
    ) throws -> QueryPlan {
        var plan = try plan(M.self, of: rows)
        let split = try splitAcrossStores(rows)
        if try !needsObjects(rows, expressions), split.residual == nil, !split.ordersInCore,
            let found = try explain(access.session(of: rows.entity), split.request)
        {
            plan.store = found
        } else {
            plan.core += try notes(on: expressions, of: rows, what)
        }
        return plan
    }

    /// Who evaluates expressions over the rows of a request.
    private func notes(
        on expressions: [ExpressionTree], of request: FetchRequest, _ what: String
    ) throws -> [String] {
        if expressions.isEmpty { return [] }
        let needsObjects =
            try expressions.contains { graph.followsRelationships($0, from: request.entity) }
            || needsObjects(request, expressions)
        return [
            needsObjects
                ? "The core fetches objects and evaluates the \(what) on them."
                : "The core evaluates the \(what) on the rows."
        ]
    }

    /// The plan of some rows.
    func plan<M: Model>(_ type: M.Type, of request: FetchRequest) throws -> QueryPlan {
        let answers = SubqueryAnswers(self)
        let request = try answers.resolved(request)
        // A session that leaves a condition to the core does not look for mistakes in it.
        let binder = graph.binder(request.entity)
        if let predicate = request.predicate { _ = try binder.bindCondition(predicate) }
        for term in request.sort { _ = try binder.bind(term.expression) }
        let split = try splitAcrossStores(request)
        var asked = split.request
        if split.residual != nil || split.ordersInCore {
            // As in `ObjectLoader.objects`, so that the plan is that of the store's actual request.
            asked.offset = 0
            asked.limit = nil
            if split.ordersInCore { asked.sort = [] }
        }
        let plan = try access.session(of: request.entity).explain(asked)
        var notes = answers.notes + split.notes
        if try hasPendingChanges(touching: request) {
            notes.append("Unsaved changes of this context are applied to the answer by the core.")
        }
        let type = access.coordinator.members[try access.coordinator.storeIndex(of: request.entity)].type
        return QueryPlan(store: plan, storeType: type.name, core: notes)
    }
}
