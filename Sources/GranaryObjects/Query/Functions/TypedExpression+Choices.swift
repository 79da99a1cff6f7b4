public import FoundationEssentials

extension TypedExpression {
    /// The value, or a constant where it is `nil`.
    ///
    /// Decimals and enumerations are arguments of `or`: a `??` for them would double the time in which the compiler
    /// refuses a wrong calculation.
    public static func ?? <Wrapped: FallbackAttribute>(left: Self, right: Wrapped) -> TypedExpression<
        Root, Wrapped
    > where Value == Wrapped? {
        left.or(right)
    }

    /// The value, or that of an expression where it is `nil`.
    public static func ?? (left: Self, right: Self) -> Self { left.or(right) }
    /// The value, or that of an expression where it is `nil`.
    public static func ?? <Wrapped>(
        left: Self, right: TypedExpression<Root, Wrapped>
    ) -> TypedExpression<Root, Wrapped> where Value == Wrapped? { left.or(right) }

    /// The value, or a constant where it is `nil`.
    @_disfavoredOverload
    public func or<Wrapped>(_ other: Wrapped) -> TypedExpression<Root, Wrapped> where Value == Wrapped? {
        coalesced(operand(other), coding: coding.unwrapped())
    }
    /// The value, or that of an expression where it is `nil`.
    public func or<Wrapped>(_ other: TypedExpression<Root, Wrapped>) -> TypedExpression<Root, Wrapped>
    where Value == Wrapped? {
        coalesced(other.operand, coding: other.coding)
    }
    /// The value, or that of an expression where it is `nil`.
    public func or(_ other: Self) -> Self { coalesced(other.operand, coding: other.coding) }

    /// The value, or `nil` if it is the same as a constant.
    public func nilIf<Wrapped>(_ other: Wrapped) -> Self where Value == Wrapped? {
        applying(.choice(.nilIf), operand(other))
    }
    /// The value, or `nil` if it is the same as a constant.
    public func nilIf(_ other: Value) -> TypedExpression<Root, Value?> {
        optional.applying(.choice(.nilIf), operand(other))
    }
    /// The value, or `nil` if it is the same as another.
    public func nilIf(_ other: Self) -> TypedExpression<Root, Value?> {
        optional.applying(.choice(.nilIf), other.operand)
    }

    fileprivate func coalesced<Result>(_ other: FunctionOperand, coding: ValueCoding<Result>)
        -> TypedExpression<Root, Result>
    { TypedExpression<Root, Result>(.choice(.coalesce), [operand, other], coding: coding) }
}

extension TypedExpression where Value == Decimal? {
    /// The value, or a decimal with the digits as written where it is `nil`.
    public func or(_ other: DecimalLiteral) -> TypedExpression<Root, Decimal> {
        coalesced(operand(other.decimal), coding: coding.unwrapped())
    }
}

extension ModelFields {
    /// A constant as a column, a group or an operand: `{ ($0.name, $0.constant("order")) }`.
    public func constant<Root: Model, Value: AttributeValue>(_ value: Value) -> TypedExpression<Root, Value>
    where Root.Fields == Self {
        let constant = TypedExpression<Root, Value>.constant(value)
        return TypedExpression(constant.measured, problem: constant.problem)
    }
}

extension ValueCoding {
    /// The same for the type that an optional type wraps; `nil` is no value of it.
    func unwrapped<Inner>() -> ValueCoding<Inner> where Wrapped == Inner? {
        ValueCoding<Inner>(
            encode: { try encode($0) }, compare: { try compare($0) },
            decode: { stored in
                guard let value = try decode(stored) else {
                    throw GranaryError(.malformed, "A result is nil where a value is expected.")
                }
                return value
            })
    }
}
