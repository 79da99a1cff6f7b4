/// A query whose result another query uses in an expression: ``ExpressionTree/subquery(_:_:)``.
///
/// Its expressions are about the objects of its own model. It is answered once for each request that it is a part of, from
/// the same snapshot and with the same unsaved changes. Where they name the object around it with ``ExpressionTree/outer(_:_:)``,
/// its rows are read once, and the result is that for each such object.
public struct Subquery: Sendable, Hashable, Codable {
    /// The name of the model.
    public var model: String
    /// The condition; `nil` for every object.
    public var predicate: ExpressionTree?
    /// The order, which decides which objects a range takes.
    public var sort: [SortTerm] = []
    /// The number of objects to skip; never negative.
    public var offset = 0
    /// The largest number of objects after the offset; `nil` for no limit; never negative.
    public var limit: Int?
    /// The filters of models that do not count.
    public var lifted = LiftedFilters.none
    /// What is wanted of the objects.
    public var result: Result
    /// The rows that the query is about, once they have been read; `nil` before, and for one without outer objects.
    package var kept: KeptRows?

    /// Makes a query for a result of all objects of a model.
    public init(model: String, _ result: Result) {
        self.model = model
        self.result = result
    }

    // Rows belong to a request and are not stored.
    private enum CodingKeys: String, CodingKey {
        case model, predicate, sort, offset, limit, lifted, result
    }

    /// What is wanted of the objects of a query.
    public enum Result: Sendable, Hashable, Codable {
        /// Whether the operand is one of the values that an expression has for the objects; `nil` is one if an object has it.
        case values(ExpressionTree)
        /// An aggregate over the objects.
        case aggregate(AggregateRequest.Column)
        /// Whether there is an object.
        case existence
        /// Whether the object that the expression is about is one of the fetched objects, which are of the
        /// subquery's own model.
        case objects
    }
}

extension Subquery {
    /// The expressions of the query, in their order.
    package var parts: [ExpressionTree] {
        var parts = predicate.map { [$0] } ?? []
        parts += sort.map(\.expression)
        switch result {
        case .values(let tree): parts.append(tree)
        case .aggregate(let column): parts += column.operand.map { [$0] } ?? []
        case .existence, .objects: break
        }
        return parts
    }

    /// The same query with other expressions, taken in the order of ``parts``.
    package func mapped(_ change: (ExpressionTree) throws -> ExpressionTree) rethrows -> Subquery {
        var query = self
        query.predicate = try predicate.map(change)
        query.sort = try sort.map {
            SortTerm(try change($0.expression), isDescending: $0.isDescending)
        }
        switch result {
        case .values(let tree): query.result = .values(try change(tree))
        case .aggregate(let column): query.result = .aggregate(try column.mapped(change))
        case .existence, .objects: break
        }
        return query
    }

    /// The request for the objects, of an entity of the query's model.
    package func request(for entity: Entity) -> FetchRequest {
        var request = FetchRequest(entity: entity)
        request.predicate = predicate
        request.sort = sort
        request.offset = offset
        request.limit = limit
        return request
    }
}

extension ExpressionTree {
    /// Calls a closure with every query that is a part of the expression, but not with those in these.
    package func forEachSubquery(_ body: (Subquery) throws -> Void) rethrows {
        if !hasSubqueries { return }
        guard case .subquery(let query, let operand) = self else {
            for part in parts { try part.forEachSubquery(body) }
            return
        }
        try body(query)
        try operand?.forEachSubquery(body)
    }
}
