public import FoundationEssentials

/// A number with a fraction, which calculates with integers too: `Double`, `Decimal`, and their optionals.
public protocol FractionalAttribute: NumericAttribute {}

extension Double: FractionalAttribute {}
extension Decimal: FractionalAttribute {}
extension Optional: FractionalAttribute where Wrapped: FractionalAttribute {}

/// Calculations with integers, which become numbers with a fraction: `$0.freight.sum / $0.count()`.
extension TypedExpression where Value: FractionalAttribute {
    /// The sum; `nil` when the left side is.
    public static func + (left: Self, right: TypedExpression<Root, Int>) -> Self { left.mixed(.add, right) }
    /// The difference; `nil` when the left side is.
    public static func - (left: Self, right: TypedExpression<Root, Int>) -> Self {
        left.mixed(.subtract, right)
    }
    /// The product; `nil` when the left side is.
    public static func * (left: Self, right: TypedExpression<Root, Int>) -> Self {
        left.mixed(.multiply, right)
    }
    /// The quotient; `nil` when the left side is.
    public static func / (left: Self, right: TypedExpression<Root, Int>) -> Self {
        left.mixed(.divide, right)
    }

    private func mixed(_ operation: ExpressionTree.Arithmetic, _ right: TypedExpression<Root, Int>) -> Self {
        Self(
            MeasuredTree(.arithmetic(operation, tree, right.tree), over: measured, right.measured),
            coding: coding, problem: problem ?? right.problem)
    }
}
