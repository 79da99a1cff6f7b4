/// Finds the rows that a relationship leads to, for an evaluation.
package protocol EvaluationSource: AnyObject {
    /// The row at the end of a relationship to one; `nil` when it is empty, and when the row it names is
    /// gone.
    func destination(of step: Relationship, from row: any EvaluationRow) throws -> (any EvaluationRow)?

    /// The value of a column of the row at the end of a relationship to one; null where there is no such row.
    func value(at column: Int, through step: Relationship, from row: any EvaluationRow) throws -> Value

    /// Calls the closure with each row of a relationship to many, in any order, until it returns false.
    func forEachMember(
        of step: Relationship, from row: any EvaluationRow,
        _ body: (any EvaluationRow) throws -> Bool) throws
}
