/// Decimals as they are written, on the left: `19.99 < $0.price`.
///
/// A `Decimal` of the program stands on the right: if there were an operator for it on the left, the digits of a
/// literal would be lost.
extension TypedExpression where Value: DecimalAttribute {
    /// Whether the stored values are the same.
    @_disfavoredOverload
    public static func == (left: DecimalLiteral, right: Self) -> Condition<Root> { right == left }
    /// Whether the stored values differ; `nil` differs from every value.
    @_disfavoredOverload
    public static func != (left: DecimalLiteral, right: Self) -> Condition<Root> { right != left }
    /// Whether the decimal is smaller; false when the value is `nil`.
    @_disfavoredOverload
    public static func < (left: DecimalLiteral, right: Self) -> Condition<Root> { right > left }
    /// Whether the decimal is not larger; false when the value is `nil`.
    @_disfavoredOverload
    public static func <= (left: DecimalLiteral, right: Self) -> Condition<Root> { right >= left }
    /// Whether the decimal is larger; false when the value is `nil`.
    @_disfavoredOverload
    public static func > (left: DecimalLiteral, right: Self) -> Condition<Root> { right < left }
    /// Whether the decimal is not smaller; false when the value is `nil`.
    @_disfavoredOverload
    public static func >= (left: DecimalLiteral, right: Self) -> Condition<Root> { right <= left }
    /// The sum; `nil` when the value is.
    @_disfavoredOverload
    public static func + (left: DecimalLiteral, right: Self) -> Self {
        right.calculated(.add, behind: Value._value(of: left))
    }
    /// The difference; `nil` when the value is.
    @_disfavoredOverload
    public static func - (left: DecimalLiteral, right: Self) -> Self {
        right.calculated(.subtract, behind: Value._value(of: left))
    }
    /// The product; `nil` when the value is.
    @_disfavoredOverload
    public static func * (left: DecimalLiteral, right: Self) -> Self {
        right.calculated(.multiply, behind: Value._value(of: left))
    }
    /// The quotient; `nil` when the value is.
    @_disfavoredOverload
    public static func / (left: DecimalLiteral, right: Self) -> Self {
        right.calculated(.divide, behind: Value._value(of: left))
    }
}
