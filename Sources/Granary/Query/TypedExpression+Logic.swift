extension TypedExpression where Value == Bool {
    /// Both hold.
    public static func && (left: Self, right: Self) -> Self {
        Self(.both(left.tree, right.tree), problem: left.problem ?? right.problem)
    }
    /// At least one holds.
    public static func || (left: Self, right: Self) -> Self {
        Self(.either(left.tree, right.tree), problem: left.problem ?? right.problem)
    }
    /// It does not hold.
    public static prefix func ! (condition: Self) -> Self {
        Self(.not(condition.tree), problem: condition.problem)
    }
}
