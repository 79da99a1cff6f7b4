/// The source of a condition on members that names the object around it.
final class MemberSource: EvaluationSource {
    /// The row that the condition is a part of a condition on.
    let outer: any EvaluationRow
    /// The source around the condition.
    let source: any EvaluationSource

    init(of outer: any EvaluationRow, in source: any EvaluationSource) {
        self.outer = outer
        self.source = source
    }

    func destination(of step: Relationship, from row: any EvaluationRow) throws -> (any EvaluationRow)? {
        try source.destination(of: step, from: row)
    }

    func value(at column: Int, through step: Relationship, from row: any EvaluationRow) throws -> Value {
        try source.value(at: column, through: step, from: row)
    }

    func forEachMember(
        of step: Relationship, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) throws { try source.forEachMember(of: step, from: row, body) }
}
