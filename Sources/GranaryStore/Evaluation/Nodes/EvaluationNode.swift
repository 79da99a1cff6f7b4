/// One part of a bound expression.
protocol EvaluationNode: AnyObject, Sendable {
    /// The value on a row.
    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value
    /// Whether the value on a row is true.
    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool
    /// Adds the steps that give its value to a calculation with integers: one for the part as a whole, unless it is a column,
    /// a constant or a calculation itself.
    func addSteps(to program: inout IntegerProgram)
}

extension EvaluationNode {
    func addSteps(to program: inout IntegerProgram) { program.addPart(self) }
}
