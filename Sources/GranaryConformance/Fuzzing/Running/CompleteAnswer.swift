import Granary

/// Answers a request completely: the reference evaluator does the work that a store leaves, as the core does it.
enum CompleteAnswer {
    /// The rows of a request, in order, the version last.
    static func rows(of request: FetchRequest, in session: any StoreSession, _ schema: Schema) throws
        -> [[Value]]
    {
        let answer = try session.fetch(request)
        let found = try RowList.read(answer.cursor, of: request.entity)
        if answer.remaining.isEmpty { return found }
        var rows = found.map { ListedRow($0) }
        let source = SessionSource(session, schema)
        let binder = ExpressionBinder(request.entity, in: schema)
        if answer.remaining.contains(.predicate), let predicate = request.predicate {
            let bound = try binder.bindCondition(predicate)
            rows = try rows.filter { try bound.holds($0, in: source) }
        }
        if answer.remaining.contains(.sort) {
            rows = try RowSorter(request.sort, binder).sorted(rows, in: source)
        }
        let rest = rows.dropFirst(request.offset)
        return (request.limit.map { rest.prefix($0) } ?? rest).map(\.values)
    }
}

/// A row that is a list of values.
final class ListedRow: EvaluationRow {
    let values: [Value]

    init(_ values: [Value]) { self.values = values }

    func value(at column: Int) -> Value { values.indices.contains(column) ? values[column] : .null }
}
