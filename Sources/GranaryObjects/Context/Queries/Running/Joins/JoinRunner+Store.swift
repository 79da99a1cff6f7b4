/// Joins that one store answers.
extension JoinRunner {
    /// Passes the columns of each pair to a closure, or returns the rows of the result, if one store has both sides and
    /// answers the join; `nil` for the core.
    func storeRows(
        asValues: Bool, _ read: (inout ResultReader) -> Bool
    ) throws -> QueryRunner.StoreRows? {
        guard let rows = try storeRequest() else { return nil }
        switch results {
        case .columns(let trees):
            let request = SelectRequest(rows: rows, columns: trees.map(original))
            if !asValues { return try queries.passRows(of: request, to: read) }
            queries.access.countRequests()
            return try queries.access.session(of: rows.entity).select(request).map { .values($0) }
        case .groups(let request):
            queries.access.countRequests()
            let session = try queries.access.session(of: rows.entity)
            return try queries.namingSums(of: request) {
                try session.aggregate(original(request, over: rows)).map { .values($0) }
            }
        }
    }

    /// The plan of the store that answers the join; `nil` for the core.
    func storePlan() throws -> QueryPlan? {
        guard let rows = try storeRequest() else { return nil }
        let session = try queries.access.session(of: rows.entity)
        let plan =
            switch results {
            case .columns(let trees):
                try session.explain(SelectRequest(rows: rows, columns: trees.map(original)))
            case .groups(let request): try session.explain(original(request, over: rows))
            }
        let coordinator = queries.access.coordinator
        let type = coordinator.members[try coordinator.storeIndex(of: rows.entity)].type
        return plan.map { QueryPlan(store: $0, storeType: type.name, core: notes) }
    }

    /// The pairs as rows with a partner, if both sides are in one store that answers joins, and nothing else has a part in
    /// them.
    private func storeRequest() throws -> FetchRequest? {
        let coordinator = queries.access.coordinator
        let entities = (first.rows.entity, second.rows.entity)
        guard !first.rows.hasRange, !second.rows.hasRange,
            try coordinator.storeIndex(of: entities.0) == coordinator.storeIndex(of: entities.1),
            try queries.access.session(of: entities.0).answersJoins,
            try !queries.needsObjects(first.rows, first.columns),
            try !queries.needsObjects(second.rows, second.columns),
            var rows = try inStore(first.rows), let seconds = try inStore(second.rows), try !canFail(),
            second.columns.allSatisfy({ layout.atPartner($0) != nil })
        else { return nil }
        var own: [ExpressionTree] = []
        for condition in seconds.predicate?.conjuncts ?? [] {
            guard let seen = layout.atPartner(condition) else { return nil }
            own.append(seen)
        }
        var partner = FetchRequest.Partner(entities.1)
        partner.isOptional = keepsUnpaired
        partner.conditions = own + conditions.matches.map(original)
        for key in conditions.keys where !key.joinsNil {
            partner.keys.append(.init(first: original(key.first), second: original(key.second)))
        }
        let result =
            conditions.keys.filter(\.joinsNil).map { .compare(.equal, $0.first, $0.second) } + conditions.rest
        rows.predicate = .all((rows.predicate.map { [$0] } ?? []) + result.map(original))
        rows.sort = pairs.sort.map { SortTerm(original($0.expression), isDescending: $0.isDescending) }
        (rows.offset, rows.limit) = (pairs.offset, pairs.limit)
        rows.partner = partner
        return rows
    }

    /// The rows of a side, if their store alone chooses them.
    private func inStore(_ rows: FetchRequest) throws -> FetchRequest? {
        let split = try queries.splitAcrossStores(rows)
        return split.residual == nil && !split.ordersInCore ? split.request : nil
    }

    /// Whether a condition or a term of the order can fail on a row.
    private func canFail() throws -> Bool {
        if conditions.keys.contains(where: \.canFail) { return true }
        let tests = conditions.matches + conditions.rest + pairs.sort.map(\.expression)
        if try tests.contains(where: { try binder.bind($0).canFail }) { return true }
        return try [first.rows, second.rows].contains { rows in
            try rows.predicate.map { try queries.graph.binder(rows.entity).bind($0).canFail } ?? false
        }
    }

    private func original(_ tree: ExpressionTree) -> ExpressionTree {
        layout.original(tree, first.columns, second.columns)
    }

    private func original(_ request: AggregateRequest, over rows: FetchRequest) -> AggregateRequest {
        var request = request.mappingColumns(original)
        request.rows = rows
        return request
    }
}
