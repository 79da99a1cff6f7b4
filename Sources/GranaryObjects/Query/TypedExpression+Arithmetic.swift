extension TypedExpression where Value: NumericAttribute {
    /// The sum; `nil` when either is.
    @_disfavoredOverload
    public static func + (left: Self, right: Value) -> Self { left.calculated(.add, right) }
    /// The sum; `nil` when either is.
    public static func + (left: Self, right: Self) -> Self { left.calculated(.add, right) }
    /// The difference; `nil` when either is.
    @_disfavoredOverload
    public static func - (left: Self, right: Value) -> Self { left.calculated(.subtract, right) }
    /// The difference; `nil` when either is.
    public static func - (left: Self, right: Self) -> Self { left.calculated(.subtract, right) }
    /// The product; `nil` when either is.
    @_disfavoredOverload
    public static func * (left: Self, right: Value) -> Self { left.calculated(.multiply, right) }
    /// The product; `nil` when either is.
    public static func * (left: Self, right: Self) -> Self { left.calculated(.multiply, right) }
    /// The quotient; integers truncate toward zero; `nil` when either is.
    @_disfavoredOverload
    public static func / (left: Self, right: Value) -> Self { left.calculated(.divide, right) }
    /// The quotient; integers truncate toward zero; `nil` when either is.
    public static func / (left: Self, right: Self) -> Self { left.calculated(.divide, right) }

    func calculated(_ operation: ExpressionTree.Arithmetic, _ right: Value) -> Self {
        calculated(operation, operand(right))
    }

    func calculated(_ operation: ExpressionTree.Arithmetic, _ right: Self) -> Self {
        calculated(operation, right.operand)
    }

    func calculated(_ operation: ExpressionTree.Arithmetic, _ right: FunctionOperand) -> Self {
        Self(
            MeasuredTree(.arithmetic(operation, tree, right.measured.tree), over: measured, right.measured),
            coding: codingOfCalculation, problem: problem ?? right.problem)
    }

    /// The coding of what is calculated with the value on the left.
    private var codingOfCalculation: ValueCoding<Value> {
        // A calculation has it already; another one around it would be asked for each value read.
        if case .arithmetic = tree { coding } else { coding.ofCalculation }
    }
}

extension TypedExpression where Value: IntegerAttribute {
    /// The remainder of an integer division, with the sign of the left side; `nil` when either is.
    public static func % (left: Self, right: Value) -> Self { left.calculated(.remainder, right) }
    /// The remainder of an integer division, with the sign of the left side; `nil` when either is.
    public static func % (left: Self, right: Self) -> Self { left.calculated(.remainder, right) }
}
