extension TypedExpression where Value: ElementaryAttribute {
    /// The square root, correctly rounded; `nil` for `nil` and of a negative number.
    public var squareRoot: TypedExpression<Root, Double?> { real(.squareRoot, operand) }

    private func real(_ function: ExpressionTree.NumberFunction, _ operands: FunctionOperand...)
        -> TypedExpression<Root, Double?>
    { TypedExpression<Root, Double?>(.number(function), operands, coding: .attribute) }
}

/// Functions that the C library of the machine computes; `nil` for `nil`, and where the result is not finite.
extension TypedExpression where Value: ElementaryAttribute {
    /// The logarithm to the base e; `nil` of a number that is not positive.
    public var naturalLogarithm: TypedExpression<Root, Double?> { elementary(.naturalLogarithm) }
    /// The logarithm to the base 10; `nil` of a number that is not positive.
    public var commonLogarithm: TypedExpression<Root, Double?> { elementary(.commonLogarithm) }
    /// The power of e.
    public var exponential: TypedExpression<Root, Double?> { elementary(.exponential) }
    /// The sine of an angle in radians.
    public var sine: TypedExpression<Root, Double?> { elementary(.sine) }
    /// The cosine of an angle in radians.
    public var cosine: TypedExpression<Root, Double?> { elementary(.cosine) }
    /// The tangent of an angle in radians.
    public var tangent: TypedExpression<Root, Double?> { elementary(.tangent) }

    /// The number to the power of a constant.
    public func power(_ exponent: Double) -> TypedExpression<Root, Double?> {
        real(.elementary(.power), operand, TypedExpression<Root, Double>.constant(exponent))
    }
    /// The number to the power of another; `nil` if one is.
    public func power<Other: ElementaryAttribute>(_ exponent: TypedExpression<Root, Other>)
        -> TypedExpression<Root, Double?>
    { real(.elementary(.power), operand, exponent.operand) }

    private func elementary(_ function: ExpressionTree.ElementaryFunction) -> TypedExpression<Root, Double?> {
        real(.elementary(function), operand)
    }
}
