public import FoundationEssentials

/// A number with a fraction, which calculates with integers too: `Double`, `Decimal`, and their optionals.
public protocol FractionalAttribute: NumericAttribute {}

extension Double: FractionalAttribute {}
extension Decimal: FractionalAttribute {}
extension Optional: FractionalAttribute where Wrapped: FractionalAttribute {}

/// Calculations with integers, which become numbers with a fraction: `$0.freight.sum / $0.count()`.
extension TypedExpression where Value: FractionalAttribute {
    /// The sum; `nil` when the left side is.
    public static func + (left: Self, right: TypedExpression<Root, Int>) -> Self {
        left.calculated(.add, right.operand)
    }
    /// The difference; `nil` when the left side is.
    public static func - (left: Self, right: TypedExpression<Root, Int>) -> Self {
        left.calculated(.subtract, right.operand)
    }
    /// The product; `nil` when the left side is.
    public static func * (left: Self, right: TypedExpression<Root, Int>) -> Self {
        left.calculated(.multiply, right.operand)
    }
    /// The quotient; `nil` when the left side is.
    public static func / (left: Self, right: TypedExpression<Root, Int>) -> Self {
        left.calculated(.divide, right.operand)
    }

    /// The sum; `nil` when either is.
    public static func + (
        left: TypedExpression<Root, Value?>, right: TypedExpression<Root, Int?>
    ) -> TypedExpression<Root, Value?> { left.calculated(.add, right.operand) }
    /// The difference; `nil` when either is.
    public static func - (
        left: TypedExpression<Root, Value?>, right: TypedExpression<Root, Int?>
    ) -> TypedExpression<Root, Value?> { left.calculated(.subtract, right.operand) }
    /// The product; `nil` when either is.
    public static func * (
        left: TypedExpression<Root, Value?>, right: TypedExpression<Root, Int?>
    ) -> TypedExpression<Root, Value?> { left.calculated(.multiply, right.operand) }
    /// The quotient; `nil` when either is.
    public static func / (
        left: TypedExpression<Root, Value?>, right: TypedExpression<Root, Int?>
    ) -> TypedExpression<Root, Value?> { left.calculated(.divide, right.operand) }
}
