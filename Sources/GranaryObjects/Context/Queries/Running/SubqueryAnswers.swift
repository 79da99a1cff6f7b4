/// Puts the results of other queries into the expressions of a request, each computed once.
///
/// So stores get conditions on values alone, whatever store the other query is about. Used for one request.
final class SubqueryAnswers {
    private let queries: QueryRunner
    private var answers: [Subquery: Answer] = [:]
    /// Descriptions of the queries that were answered, for people.
    private(set) var notes: [String] = []

    private enum Answer {
        case value(Value)
        case values([Value])
        case keys([ObjectKey])

        func note(_ model: String) -> String {
            let what =
                switch self {
                case .value: "one value"
                case .values(let values): "\(values.count) values"
                case .keys(let keys): "\(keys.count) keys"
                }
            return "A query of \(model) is answered before: \(what)."
        }
    }

    init(_ queries: QueryRunner) { self.queries = queries }

    /// A request in which no other query is left.
    func resolved(_ request: FetchRequest) throws -> FetchRequest {
        guard request.hasSubqueries else { return request }
        var request = request
        request.predicate = try request.predicate.map { try resolved($0, on: request.entity) }
        request.sort = try request.sort.map {
            SortTerm(try resolved($0.expression, on: request.entity), isDescending: $0.isDescending)
        }
        return request
    }

    /// An expression over an entity's rows in which no other query is left.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a mistake in the expression, before anything is asked.
    func resolved(_ tree: ExpressionTree, on entity: Entity) throws -> ExpressionTree {
        guard tree.hasSubqueries else { return tree }
        _ = try queries.graph.binder(entity).bind(tree)
        return try resolved(tree)
    }

    /// The same for an expression that was checked, or that is about groups.
    func resolved(_ tree: ExpressionTree) throws -> ExpressionTree {
        guard tree.hasSubqueries else { return tree }
        switch tree {
        case .subquery(let query, let operand):
            let answer = try answer(query)
            let operand = try operand.map(resolved) ?? .literal(.null)
            return switch answer {
            case .value(let value): .literal(value)
            case .values(let values): .isIn(operand, values)
            case .keys(let keys): .holdsKey(path: [], keys: keys)
            }
        case .aggregate(let column): return .aggregate(try column.mapped(resolved))
        default: return try tree.mapped(members: resolved, operands: resolved)
        }
    }

    private func answer(_ query: Subquery) throws -> Answer {
        if let known = answers[query] { return known }
        guard let entity = queries.graph.schema.entity(query.model) else {
            throw GranaryError(
                .schema,
                "\(query.model), which a query names, is not in the schema “\(queries.graph.schema.name)”; add it there.",
                context: .init(entity: query.model))
        }
        let asked = try query.mapped(resolved)
        let type = try queries.graph.tables[entity.index].modelType()
        let found = try answer(asked.result, asked.request(for: entity), type)
        answers[query] = found
        notes.append(found.note(query.model))
        return found
    }

    private func answer<M: Model>(
        _ result: Subquery.Result, _ request: FetchRequest, _ type: M.Type
    ) throws -> Answer {
        switch result {
        case .existence:
            var first = request
            first.limit = min(request.limit ?? 1, 1)
            return .value(.bool(try queries.countObjects(type, first) > 0))
        case .aggregate(let column):
            let grouping = Grouping(groups: [], columns: [column])
            return .value(try queries.compute(grouping.request(request), over: type).first?.first ?? .null)
        case .values(let tree):
            let grouping = Grouping(groups: [tree], columns: [.group(0)])
            return .values(
                try queries.compute(grouping.request(request), over: type).compactMap(\.first))
        case .objects:
            var keys: [ObjectKey] = []
            try queries.forEachRow(type, request, []) { row, _ in
                let values = try request.entity.keyColumns.map { try row.value(at: $0) }
                if let key = ObjectKey(values) { keys.append(key) }
            }
            return .keys(keys.sorted())
        }
    }
}
