/// A column of the row itself.
final class ColumnNode: ValueNode {
    let column: Int

    init(_ column: Int) { self.column = column }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        try row.value(at: column)
    }

    func addSteps(to program: inout IntegerProgram) { program.addColumn(column) }
}
