extension TypedExpression where Value == Bool {
    /// Both hold.
    public static func && (left: Self, right: Self) -> Self {
        Self(.both(left.measured, right.measured), problem: left.problem ?? right.problem)
    }
    /// At least one holds.
    public static func || (left: Self, right: Self) -> Self {
        Self(.either(left.measured, right.measured), problem: left.problem ?? right.problem)
    }
    /// It does not hold.
    public static prefix func ! (condition: Self) -> Self {
        Self(MeasuredTree(.not(condition.tree), over: condition.measured), problem: condition.problem)
    }
}
