/// Calculations where one side may be `nil`.
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

/// Comparisons where one side may be `nil`.
///
/// They are disfavored, so that the compiler refuses a wrong query as soon as without them.
extension TypedExpression {
    /// Whether the stored values are the same.
    @_disfavoredOverload
    public static func == (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Bool> {
        left.optional.compared(.equal, right)
    }
    /// Whether the stored values are the same.
    @_disfavoredOverload
    public static func == (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.equal, right.optional)
    }
    /// Whether the stored values differ; `nil` differs from every value.
    @_disfavoredOverload
    public static func != (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Bool> {
        left.optional.compared(.notEqual, right)
    }
    /// Whether the stored values differ; `nil` differs from every value.
    @_disfavoredOverload
    public static func != (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.notEqual, right.optional)
    }
}

extension TypedExpression where Value: OrderedAttribute {
    /// Whether the value is smaller; false when one is `nil`.
    @_disfavoredOverload
    public static func < (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Bool> {
        left.optional.compared(.less, right)
    }
    /// Whether the value is smaller; false when one is `nil`.
    @_disfavoredOverload
    public static func < (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.less, right.optional)
    }
    /// Whether the value is not larger; false when one is `nil`.
    @_disfavoredOverload
    public static func <= (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Bool> {
        left.optional.compared(.lessOrEqual, right)
    }
    /// Whether the value is not larger; false when one is `nil`.
    @_disfavoredOverload
    public static func <= (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.lessOrEqual, right.optional)
    }
    /// Whether the value is larger; false when one is `nil`.
    @_disfavoredOverload
    public static func > (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Bool> {
        left.optional.compared(.greater, right)
    }
    /// Whether the value is larger; false when one is `nil`.
    @_disfavoredOverload
    public static func > (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.greater, right.optional)
    }
    /// Whether the value is not smaller; false when one is `nil`.
    @_disfavoredOverload
    public static func >= (left: Self, right: TypedExpression<Root, Value?>) -> TypedExpression<Root, Bool> {
        left.optional.compared(.greaterOrEqual, right)
    }
    /// Whether the value is not smaller; false when one is `nil`.
    @_disfavoredOverload
    public static func >= (left: TypedExpression<Root, Value?>, right: Self) -> TypedExpression<Root, Bool> {
        left.compared(.greaterOrEqual, right.optional)
    }
}

extension TypedExpression {
    /// The same expression, where `nil` is expected too, as in `isIn` and in columns of a fixed type.
    ///
    /// Calculations and comparisons do not need it.
    public var optional: TypedExpression<Root, Value?> {
        TypedExpression<Root, Value?>(measured, coding: coding.optional, problem: problem)
    }
}
