/// An operand of a function or a calculation, without its type.
struct FunctionOperand {
    /// The expression.
    let measured: MeasuredTree
    /// Its fault.
    let problem: GranaryError?

    /// The constant `nil`.
    static var none: FunctionOperand { FunctionOperand(measured: .leaf(.literal(.null)), problem: nil) }
}

extension TypedExpression {
    /// The expression as an operand.
    var operand: FunctionOperand { FunctionOperand(measured: measured, problem: problem) }

    /// A constant as an operand.
    func operand(_ constant: Value) -> FunctionOperand {
        let literal = literal(constant)
        return FunctionOperand(measured: .leaf(literal.tree), problem: literal.problem)
    }

    /// A function of some operands.
    init(_ function: ExpressionTree.Function, _ operands: [FunctionOperand], coding: ValueCoding<Value>) {
        let measured = MeasuredTree(
            .function(function, operands.map(\.measured.tree)), over: operands.map(\.measured))
        self.init(measured, coding: coding, problem: operands.lazy.compactMap(\.problem).first)
    }

    /// A function of this expression and others, of the same type.
    func applying(_ function: ExpressionTree.Function, _ others: FunctionOperand...) -> Self {
        Self(function, [operand] + others, coding: coding)
    }
}

extension TypedExpression where Value: AttributeValue {
    /// A constant as an operand, with no expression of its type next to it.
    static func constant(_ value: Value) -> FunctionOperand {
        TypedExpression(.literal(.null)).operand(value)
    }
}
