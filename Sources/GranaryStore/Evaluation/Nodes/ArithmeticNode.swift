/// An arithmetic operation; `nil` when either side is.
final class ArithmeticNode: ValueNode {
    private let operation: ExpressionTree.Arithmetic
    private let left: any EvaluationNode
    private let right: any EvaluationNode

    init(_ operation: ExpressionTree.Arithmetic, _ left: any EvaluationNode, _ right: any EvaluationNode) {
        self.operation = operation
        self.left = left
        self.right = right
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        try operation.result(left.value(of: row, in: source), right.value(of: row, in: source))
    }
}
