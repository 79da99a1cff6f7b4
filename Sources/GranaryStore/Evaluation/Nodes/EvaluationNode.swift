/// One part of a bound expression.
protocol EvaluationNode: AnyObject, Sendable {
    /// The value on a row.
    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value
    /// Whether the value on a row is true.
    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool
}
