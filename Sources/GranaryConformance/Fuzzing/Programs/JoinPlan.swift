import Granary

/// A join of two models, by the positions of their kinds.
struct JoinPlan: Sendable {
    var first: Int
    var firstRows: FetchPlan
    var second: Int
    var secondRows: FetchPlan
    /// Whether it is a left join.
    var keepsUnpaired = false
    /// The condition by which objects are joined.
    var condition: ExpressionTree = .literal(.bool(true))
    /// The condition on the result.
    var predicate: ExpressionTree?
    var columns: [ExpressionTree] = []
    var sort: [SortTerm] = []
    var offset = 0
    var limit: Int?
}

extension JoinPlan {
    /// The join in one line.
    var programText: String {
        var parts = [
            "\(keepsUnpaired ? "left join" : "join") of (\(firstRows.programText)) and (\(secondRows.programText))",
            "on \(condition.programText)",
        ]
        if let predicate { parts.append("where \(predicate.programText)") }
        parts += columns.map { "column \($0.programText)" }
        parts += sort.map { "by \($0.expression.programText)\($0.isDescending ? " descending" : "")" }
        if offset > 0 { parts.append("offset \(offset)") }
        if let limit { parts.append("limit \(limit)") }
        return parts.joined(separator: "; ")
    }

    /// Simpler joins.
    var simpler: [JoinPlan] {
        var plans: [JoinPlan] = []
        func add(_ change: (inout JoinPlan) -> Void) {
            var plan = self
            change(&plan)
            plans.append(plan)
        }
        if predicate != nil { add { $0.predicate = nil } }
        if keepsUnpaired { add { $0.keepsUnpaired = false } }
        if limit != nil { add { $0.limit = nil } }
        if offset > 0 { add { $0.offset = 0 } }
        for sort in sort.withoutParts() { add { $0.sort = sort } }
        for columns in columns.withoutParts() where !columns.isEmpty { add { $0.columns = columns } }
        for rows in firstRows.simpler { add { $0.firstRows = rows } }
        for rows in secondRows.simpler { add { $0.secondRows = rows } }
        for tree in condition.simpler { add { $0.condition = tree } }
        for tree in predicate?.simpler ?? [] { add { $0.predicate = tree } }
        for position in columns.indices {
            for tree in columns[position].simpler { add { $0.columns[position] = tree } }
        }
        return plans
    }
}
