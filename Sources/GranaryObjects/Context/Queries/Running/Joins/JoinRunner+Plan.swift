extension JoinRunner {
    /// How the join is answered: the plan of the store whose rows pass by, and the work of the core.
    ///
    /// Nothing but the numbers of objects is read.
    func plan() throws -> QueryPlan {
        try checkResults()
        let sizes = try sizes()
        try requireBound(sizes)
        let kept = sizes.kept
        var plan = try self.plan(of: kept.other, isWhole: false)
        let other = try self.plan(of: kept, isWhole: true)
        let (keptName, passingName) = (name(kept), name(kept.other))
        plan.core += notes
        plan.core.append(
            "\(keptName) has \(sizes.smaller) objects, \(passingName) \(sizes.larger): the core keeps the columns of the former\(keys), and joins the rows of the latter with them."
        )
        plan.core += other.description.split(separator: "\n").map { "\(keptName): \($0)" }
        if passesKeys(sizes) {
            plan.core.append(
                "The values that are joined by go over to \(passingName) as a list, at most \(sizes.smaller)."
            )
        }
        let checked = conditions.matches.count + conditions.rest.count
        if checked > 0 { plan.core.append("The core checks \(checked) conditions on pairs.") }
        return plan
    }

    /// How the rows that are kept are found.
    private var keys: String {
        conditions.keys.isEmpty ? " in a list" : " by \(conditions.keys.count) equal values"
    }

    private func name(_ side: JoinLayout.Side) -> String { request(side).rows.entity.name }

    private func plan(of side: JoinLayout.Side, isWhole: Bool) throws -> QueryPlan {
        let request = request(side)
        let graph = queries.graph
        func plan<M: Model>(_ type: M.Type) throws -> QueryPlan {
            let follows = request.columns.contains {
                graph.followsRelationships($0, from: request.rows.entity)
            }
            if isWhole || follows { return try queries.plan(type, of: request) }
            return try queries.plan(type, of: request.rows)
        }
        return try plan(graph.tables[request.rows.entity.index].modelType())
    }

    /// Finds mistakes in what is computed on pairs.
    private func checkResults() throws {
        _ = try RowSorter(pairs.sort, binder)
        switch results {
        case .columns(let trees): for tree in trees { _ = try binder.bind(tree) }
        case .groups(let request): _ = try AggregateEvaluator(request, binder)
        }
    }
}
