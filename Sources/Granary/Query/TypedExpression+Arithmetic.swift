public import FoundationEssentials

/// A type with which queries can calculate: `Int`, `Int64`, `Double`, `Decimal`, and their optionals.
///
/// Write the attribute on the left: `$0.delay * 2`. Constants on the left would double the operators, and make a wrong
/// predicate slow to type-check.
public protocol NumericAttribute: OrderedAttribute {}

extension Int: NumericAttribute {}
extension Int64: NumericAttribute {}
extension Double: NumericAttribute {}
extension Decimal: NumericAttribute {}
extension Optional: NumericAttribute where Wrapped: NumericAttribute {}

extension TypedExpression where Value: NumericAttribute {
    /// The sum; `nil` when either is.
    public static func + (left: Self, right: Value) -> Self { left.calculated(.add, right) }
    /// The sum; `nil` when either is.
    public static func + (left: Self, right: Self) -> Self { left.calculated(.add, right) }
    /// The difference; `nil` when either is.
    public static func - (left: Self, right: Value) -> Self { left.calculated(.subtract, right) }
    /// The difference; `nil` when either is.
    public static func - (left: Self, right: Self) -> Self { left.calculated(.subtract, right) }
    /// The product; `nil` when either is.
    public static func * (left: Self, right: Value) -> Self { left.calculated(.multiply, right) }
    /// The product; `nil` when either is.
    public static func * (left: Self, right: Self) -> Self { left.calculated(.multiply, right) }
    /// The quotient; integers truncate toward zero; `nil` when either is.
    public static func / (left: Self, right: Value) -> Self { left.calculated(.divide, right) }
    /// The quotient; integers truncate toward zero; `nil` when either is.
    public static func / (left: Self, right: Self) -> Self { left.calculated(.divide, right) }
    /// The remainder of an integer division; `nil` when either is.
    public static func % (left: Self, right: Value) -> Self { left.calculated(.remainder, right) }

    private func calculated(_ operation: ExpressionTree.Arithmetic, _ right: Value) -> Self {
        let literal = literal(right)
        return Self(
            MeasuredTree(.arithmetic(operation, tree, literal.tree), over: measured), coding: coding,
            problem: problem ?? literal.problem)
    }

    private func calculated(_ operation: ExpressionTree.Arithmetic, _ right: Self) -> Self {
        Self(
            MeasuredTree(.arithmetic(operation, tree, right.tree), over: measured, right.measured),
            coding: coding, problem: problem ?? right.problem)
    }
}
