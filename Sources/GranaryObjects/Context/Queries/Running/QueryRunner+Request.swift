internal import FoundationEssentials

/// What every query passes on its way to the stores.
extension QueryRunner {
    /// Checks a query, and returns its request, with the current time and the results of other queries in it.
    func checkedRequest<M: Model>(for query: Query<M>) throws -> FetchRequest {
        try resolved(try presentRequest(for: query))
    }

    /// Checks a query, and returns its request, with the current time; other queries may be a part of it.
    func presentRequest<M: Model>(for query: Query<M>) throws -> FetchRequest {
        let request = try timelessRequest(for: query)
        return request.asksForNow ? request.settingNow(to: try .now()) : request
    }

    /// The same request with the results that other queries in it have now.
    func resolved(_ request: FetchRequest) throws -> FetchRequest {
        request.hasSubqueries ? try SubqueryAnswers(self).resolved(request) : request
    }

    /// Checks a query, and returns its request, which may still ask for the current time.
    func timelessRequest<M: Model>(for query: Query<M>) throws -> FetchRequest {
        var request = FetchRequest(entity: try prepare(query))
        request.predicate = try query.positionedPredicate(in: graph.schema, of: request.entity)
        request.sort = query.sort
        request.offset = query.offset
        request.limit = query.limit
        return try filters(of: query).filtered(request)
    }

    /// Puts the filters of models into the expressions of a query.
    func filters<M: Model>(of query: Query<M>) throws -> FilterScope {
        try FilterScope(query.lifted, in: graph.schema)
    }

    /// Checks a query and prepares the context for it; returns the query's entity.
    func prepare<M: Model>(_ query: Query<M>) throws -> Entity {
        if let problem = query.problem { throw problem }
        let entity = try access.coordinator.entity(of: M.self)
        if query.offset < 0 || (query.limit ?? 0) < 0 {
            throw GranaryError(
                .query, "A limit or offset is negative; use zero or more.",
                context: .init(entity: entity.name))
        }
        try merger.beginReading()
        return entity
    }
}

extension Value {
    /// The current time.
    static func now() throws -> Value { .date(try StoredDate.microseconds(of: Date())) }
}
