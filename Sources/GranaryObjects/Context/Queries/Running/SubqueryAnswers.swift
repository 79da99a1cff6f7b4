/// Puts the results of other queries into the expressions of a request, each computed once.
///
/// So stores get conditions on values alone, even if the other query reads another store. A query that names objects around it
/// gets its rows instead, on which its result is computed for each of them. Used for one request.
final class SubqueryAnswers {
    private let queries: QueryRunner
    private var answers: [Subquery: Answer] = [:]
    private var keptQueries: [Subquery: Subquery] = [:]
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
        let binder = queries.graph.binder(entity)
        _ = try binder.bind(tree)
        return try resolved(tree, binder)
    }

    /// The same for an expression that was checked, by the binder of the rows that it is about or of the rows of its groups;
    /// without one, other queries in it cannot name objects around them.
    func resolved(_ tree: ExpressionTree, _ binder: ExpressionBinder?) throws -> ExpressionTree {
        guard tree.hasSubqueries else { return tree }
        switch tree {
        case .subquery(let query, let operand):
            let operand = try operand.map { try resolved($0, binder) }
            let entity = try entity(of: query)
            if looksOut(query, entity) { return .subquery(try kept(query, entity, binder), operand) }
            let wanted = operand ?? .literal(.null)
            return switch try answer(query, entity) {
            case .value(let value): .literal(value)
            case .values(let values): .isIn(wanted, values)
            case .keys(let keys): .holdsKey(path: [], keys: keys)
            }
        case .aggregate(let column): return .aggregate(try column.mapped { try resolved($0, binder) })
        default:
            let inside = binder?.binder(ofMembersIn: tree)
            return try tree.mapped(
                members: { try resolved($0, inside) }, operands: { try resolved($0, binder) })
        }
    }

    private func entity(of query: Subquery) throws -> Entity {
        if let entity = queries.graph.schema.entity(query.model) { return entity }
        throw GranaryError(
            .schema,
            "\(query.model), which a query names, is not in the schema “\(queries.graph.schema.name)”; add it there.",
            context: .init(entity: query.model))
    }

    /// Whether the result depends on an object around the query.
    private func looksOut(_ query: Subquery, _ entity: Entity) -> Bool {
        let schema = queries.graph.schema
        return query.parts.contains { $0.looksOut(from: entity) { schema.entity($0) } }
    }

    private func answer(_ query: Subquery, _ entity: Entity) throws -> Answer {
        if let known = answers[query] { return known }
        let binder = queries.graph.binder(entity)
        let asked = try query.mapped { try resolved($0, binder) }
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

    /// A query that names objects around it, with its rows.
    private func kept(
        _ query: Subquery, _ entity: Entity, _ around: ExpressionBinder?
    ) throws -> Subquery {
        if let known = keptQueries[query] { return known }
        guard let binder = around?.binder(forQueryOf: entity) else {
            throw GranaryError(
                .query,
                "A query of \(query.model) names an object around it in a join or in a calculation with aggregates, which have none. Ask for it in the conditions of the queries that are joined.",
                context: .init(entity: query.model))
        }
        let layout = try SubqueryLayout(query.mapped { try resolved($0, binder) }, of: entity, binder)
        let type = try queries.graph.tables[entity.index].modelType()
        let rows = try queries.values(of: SelectRequest(rows: layout.request, columns: layout.columns), type)
        let found = layout.keeping(rows)
        keptQueries[query] = found
        notes.append(
            "A query of \(query.model) is read before: \(rows.count) rows, with which the core answers it for each object around it."
        )
        return found
    }
}
