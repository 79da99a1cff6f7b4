/// A constant.
final class ConstantNode: ValueNode {
    let constant: Value

    init(_ constant: Value) { self.constant = constant }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) -> Value { constant }

    func addSteps(to program: inout IntegerProgram) {
        if case .integer(let integer) = constant {
            program.addConstant(integer)
        } else {
            program.addPart(self)
        }
    }
}
