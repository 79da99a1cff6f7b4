/// The parts of a request that its store leaves to the core, if they can be decided row by row.
struct RemainingRequest {
    private let condition: BoundExpression?
    private var offset = 0
    private var limit: Int?
    private let source = NullRow.shared

    /// Whether no further row belongs to the answer, nor can fail.
    var isComplete: Bool { limit == 0 && condition?.canFail != true }

    /// The part of a request that its answer leaves to the core; `nil` if rows must be ordered first, or if the
    /// condition follows relationships, where a row has no objects.
    init?(_ answer: FetchAnswer, of request: FetchRequest, in graph: ObjectGraph) throws {
        if answer.remaining.contains(.sort) { return nil }
        var left: BoundExpression?
        if answer.remaining.contains(.predicate), let predicate = request.predicate {
            if graph.followsRelationships(predicate, from: request.entity) { return nil }
            left = try graph.binder(request.entity).bindCondition(predicate)
        }
        condition = left
        if answer.remaining.isDisjoint(with: [.predicate, .range]) { return }
        offset = request.offset
        limit = request.limit
    }

    /// Whether a row belongs to the answer; counts rows towards offset and limit.
    mutating func takes(_ row: CursorRow) throws -> Bool {
        if try condition?.holds(row, in: source) == false { return false }
        if limit == 0 { return false }
        if offset > 0 {
            offset -= 1
            return false
        }
        limit = limit.map { $0 - 1 }
        return true
    }
}
