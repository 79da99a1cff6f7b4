/// An arithmetic operation; `nil` when either side is.
///
/// Its errors name the entity and the attributes that it calculates with.
final class ArithmeticNode: ValueNode {
    private let operation: ExpressionTree.Arithmetic
    private let left: any EvaluationNode
    private let right: any EvaluationNode
    private let isOfIntegers: Bool
    private let place: GranaryError.Context

    /// Calculates with two parts; of integers, if both are integers or `nil` on every row.
    init(
        _ operation: ExpressionTree.Arithmetic, _ left: any EvaluationNode, _ right: any EvaluationNode,
        ofIntegers isOfIntegers: Bool = false, at place: GranaryError.Context
    ) {
        self.operation = operation
        self.left = left
        self.right = right
        self.isOfIntegers = isOfIntegers
        self.place = place
    }

    func addSteps(to program: inout IntegerProgram) {
        guard isOfIntegers else { return program.addPart(self) }
        left.addSteps(to: &program)
        right.addSteps(to: &program)
        program.addOperation(operation)
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        let (first, second) = (try left.value(of: row, in: source), try right.value(of: row, in: source))
        do {
            return try operation.result(first, second)
        } catch {
            throw GranaryError(error.code, error.message, context: place)
        }
    }
}
