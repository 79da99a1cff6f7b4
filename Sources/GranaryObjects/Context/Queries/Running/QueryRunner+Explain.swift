extension QueryRunner {
    /// How the context answers a query.
    func explain<M: Model>(_ query: Query<M>) throws -> QueryPlan {
        try access.operating { try access.naming(M.self) { try plan(of: query) } }
    }

    private func plan<M: Model>(of query: Query<M>) throws -> QueryPlan {
        let answers = SubqueryAnswers(self)
        let request = try answers.resolved(try presentRequest(for: query))
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
