/// Comparisons with constants that come before those of ``OrderedAttribute``.
extension TypedExpression where Value: LiteralAttribute {
    /// Whether the value is smaller; false when either is `nil`.
    public static func < (left: Self, right: Value) -> Condition<Root> { left.compared(.less, right) }
    /// Whether the value is not larger; false when either is `nil`.
    public static func <= (left: Self, right: Value) -> Condition<Root> { left.compared(.lessOrEqual, right) }
    /// Whether the value is larger; false when either is `nil`.
    public static func > (left: Self, right: Value) -> Condition<Root> { left.compared(.greater, right) }
    /// Whether the value is not smaller; false when either is `nil`.
    public static func >= (left: Self, right: Value) -> Condition<Root> {
        left.compared(.greaterOrEqual, right)
    }
}

/// Calculations with constants that come before those of ``NumericAttribute``.
extension TypedExpression where Value: NumericAttribute & LiteralAttribute {
    /// The sum; `nil` when either is.
    public static func + (left: Self, right: Value) -> Self { left.calculated(.add, right) }
    /// The difference; `nil` when either is.
    public static func - (left: Self, right: Value) -> Self { left.calculated(.subtract, right) }
    /// The product; `nil` when either is.
    public static func * (left: Self, right: Value) -> Self { left.calculated(.multiply, right) }
    /// The quotient; integers truncate toward zero; `nil` when either is.
    public static func / (left: Self, right: Value) -> Self { left.calculated(.divide, right) }
}
