/// One part of a bound expression.
protocol EvaluationNode: AnyObject, Sendable {
    /// The value on a row.
    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value
    /// Whether the value on a row is true.
    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool
    /// The value on a row for those that need an integer; a part that gives no integers may say so unevaluated.
    func integer(of row: any EvaluationRow, in source: any EvaluationSource) throws -> FoundInteger
}

extension EvaluationNode {
    func integer(of row: any EvaluationRow, in source: any EvaluationSource) throws -> FoundInteger {
        FoundInteger(try value(of: row, in: source))
    }
}
