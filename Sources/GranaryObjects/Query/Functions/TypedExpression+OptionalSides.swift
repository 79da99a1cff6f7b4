/// Calculations of which one side may be `nil`.
extension TypedExpression where Value: NumericAttribute {
    /// The sum; `nil` when the right side is.
    public static func + (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Value?> {
        left.optional.calculated(.add, right)
    }
    /// The sum; `nil` when the left side is.
    public static func + (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Value?> {
        left.calculated(.add, right.optional)
    }
    /// The difference; `nil` when the right side is.
    public static func - (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Value?> {
        left.optional.calculated(.subtract, right)
    }
    /// The difference; `nil` when the left side is.
    public static func - (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Value?> {
        left.calculated(.subtract, right.optional)
    }
    /// The product; `nil` when the right side is.
    public static func * (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Value?> {
        left.optional.calculated(.multiply, right)
    }
    /// The product; `nil` when the left side is.
    public static func * (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Value?> {
        left.calculated(.multiply, right.optional)
    }
    /// The quotient; integers truncate toward zero; `nil` when the right side is.
    public static func / (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Value?> {
        left.optional.calculated(.divide, right)
    }
    /// The quotient; integers truncate toward zero; `nil` when the left side is.
    public static func / (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Value?> {
        left.calculated(.divide, right.optional)
    }
}

extension TypedExpression where Value: IntegerAttribute {
    /// The remainder of an integer division, with the sign of the left side; `nil` when the right side is.
    public static func % (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Value?> {
        left.optional.calculated(.remainder, right)
    }
    /// The remainder of an integer division, with the sign of the left side; `nil` when the left side is.
    public static func % (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Value?> {
        left.calculated(.remainder, right.optional)
    }
}

extension TypedExpression {
    /// The same expression, where `nil` is expected too: `$0.planned.optional == $0.actual`, if `actual` may be `nil`.
    ///
    /// Calculations need it not. Comparisons for one optional side would make wrong queries slow to compile.
    public var optional: TypedExpression<Root, Value?> {
        TypedExpression<Root, Value?>(measured, coding: coding.optional, problem: problem)
    }
}
