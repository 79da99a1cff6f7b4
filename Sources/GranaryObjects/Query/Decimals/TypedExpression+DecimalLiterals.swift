/// Operators of decimals and literals, which keep the digits as written.
extension TypedExpression where Value: DecimalAttribute {
    /// Whether the stored values are the same.
    public static func == (left: Self, right: DecimalLiteral) -> TypedExpression<Root, Bool> {
        left.compared(.equal, Value._value(of: right))
    }
    /// Whether the stored values differ; `nil` differs from every value.
    public static func != (left: Self, right: DecimalLiteral) -> TypedExpression<Root, Bool> {
        left.compared(.notEqual, Value._value(of: right))
    }
    /// Whether the value is smaller; false when it is `nil`.
    public static func < (left: Self, right: DecimalLiteral) -> TypedExpression<Root, Bool> {
        left.compared(.less, Value._value(of: right))
    }
    /// Whether the value is not larger; false when it is `nil`.
    public static func <= (left: Self, right: DecimalLiteral) -> TypedExpression<Root, Bool> {
        left.compared(.lessOrEqual, Value._value(of: right))
    }
    /// Whether the value is larger; false when it is `nil`.
    public static func > (left: Self, right: DecimalLiteral) -> TypedExpression<Root, Bool> {
        left.compared(.greater, Value._value(of: right))
    }
    /// Whether the value is not smaller; false when it is `nil`.
    public static func >= (left: Self, right: DecimalLiteral) -> TypedExpression<Root, Bool> {
        left.compared(.greaterOrEqual, Value._value(of: right))
    }

    /// Whether the value is one of these.
    public func isIn(_ values: [DecimalLiteral]) -> TypedExpression<Root, Bool> {
        isIn(values.map { Value._value(of: $0) })
    }

    /// The sum; `nil` when the value is.
    public static func + (left: Self, right: DecimalLiteral) -> Self {
        left.calculated(.add, Value._value(of: right))
    }
    /// The difference; `nil` when the value is.
    public static func - (left: Self, right: DecimalLiteral) -> Self {
        left.calculated(.subtract, Value._value(of: right))
    }
    /// The product; `nil` when the value is.
    public static func * (left: Self, right: DecimalLiteral) -> Self {
        left.calculated(.multiply, Value._value(of: right))
    }
    /// The quotient; `nil` when the value is.
    public static func / (left: Self, right: DecimalLiteral) -> Self {
        left.calculated(.divide, Value._value(of: right))
    }
}

extension TypedExpression where Root: Model, Value: DecimalAttribute {
    /// Sets the attribute to a constant.
    public func set(to value: DecimalLiteral) -> Assignment<Root> { set(to: Value._value(of: value)) }
}
