/// Comparisons with a constant on the left: `2000 <= $0.year`.
///
/// They are disfavored, so that the compiler tries them after all others, and a mistake elsewhere is found as soon as
/// without them.
extension TypedExpression where Value: FallbackAttribute {
    /// Whether the stored values are the same; `nil == nil` holds.
    @_disfavoredOverload
    public static func == (left: Value, right: Self) -> Condition<Root> { right.compared(.equal, left) }
    /// Whether the stored values differ; `nil` differs from every value.
    @_disfavoredOverload
    public static func != (left: Value, right: Self) -> Condition<Root> { right.compared(.notEqual, left) }
}

extension TypedExpression where Value: LiteralAttribute {
    /// Whether the constant is smaller; false when either is `nil`.
    @_disfavoredOverload
    public static func < (left: Value, right: Self) -> Condition<Root> {
        right.compared(.greater, left)
    }
    /// Whether the constant is not larger; false when either is `nil`.
    @_disfavoredOverload
    public static func <= (left: Value, right: Self) -> Condition<Root> {
        right.compared(.greaterOrEqual, left)
    }
    /// Whether the constant is larger; false when either is `nil`.
    @_disfavoredOverload
    public static func > (left: Value, right: Self) -> Condition<Root> {
        right.compared(.less, left)
    }
    /// Whether the constant is not smaller; false when either is `nil`.
    @_disfavoredOverload
    public static func >= (left: Value, right: Self) -> Condition<Root> {
        right.compared(.lessOrEqual, left)
    }
}

/// Calculations with a constant on the left: `100 - $0.discount`.
///
/// They are not disfavored: Swift has so many operators for two constants that a mistake next to `2 * $0.year`
/// would take the compiler three times as long.
extension TypedExpression where Value: NumericAttribute & LiteralAttribute {
    /// The sum; `nil` when either is.
    public static func + (left: Value, right: Self) -> Self { right.calculated(.add, behind: left) }
    /// The difference; `nil` when either is.
    public static func - (left: Value, right: Self) -> Self { right.calculated(.subtract, behind: left) }
    /// The product; `nil` when either is.
    public static func * (left: Value, right: Self) -> Self { right.calculated(.multiply, behind: left) }
    /// The quotient; integers truncate toward zero; `nil` when either is.
    public static func / (left: Value, right: Self) -> Self { right.calculated(.divide, behind: left) }
}

extension TypedExpression where Value: NumericAttribute {
    /// A calculation with a constant on the left.
    func calculated(_ operation: ExpressionTree.Arithmetic, behind left: Value) -> Self {
        let constant = operand(left)
        return Self(constant.measured, coding: coding, problem: constant.problem)
            .calculated(operation, self)
    }
}
