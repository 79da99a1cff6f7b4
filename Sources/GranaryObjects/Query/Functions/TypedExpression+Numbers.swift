extension TypedExpression where Value: NumericAttribute {
    /// The number with the other sign; `nil` for `nil`.
    ///
    /// That of the smallest integer is an error.
    public static prefix func - (number: Self) -> Self { number.applying(.number(.negated)) }

    /// The distance from zero; `nil` for `nil`.
    ///
    /// That of the smallest integer is an error.
    public var absolute: Self { applying(.number(.absolute)) }
    /// The largest whole number that is not larger; `nil` for `nil`.
    public var floor: Self { rounded(places: 0, rule: .down) }
    /// The smallest whole number that is not smaller; `nil` for `nil`.
    public var ceiling: Self { rounded(places: 0, rule: .up) }
    /// The number without its fraction; `nil` for `nil`.
    public var truncated: Self { rounded(places: 0, rule: .towardZero) }

    /// The number rounded to some decimal places, 0 to 18; `nil` for `nil`.
    ///
    /// The exact value is rounded, that of a floating-point number too; the result is the nearest number of the same type.
    /// So 2.675, which is a little less as a `Double`, becomes 2.67, and 2.68 as a `Decimal`.
    public func rounded(places: Int = 0, rule: ExpressionTree.RoundingRule = .toNearestOrAwayFromZero) -> Self
    {
        applying(.number(.rounded(places: places, rule)))
    }
}

extension TypedExpression where Value: OrderedAttribute {
    /// The smaller one of this value and a constant; `nil` if one is.
    public func smaller(_ other: Value) -> Self { applying(.number(.smaller), operand(other)) }
    /// The smaller one of two values; `nil` if one is.
    public func smaller(_ other: Self) -> Self { applying(.number(.smaller), other.operand) }
    /// The larger one of this value and a constant; `nil` if one is.
    public func larger(_ other: Value) -> Self { applying(.number(.larger), operand(other)) }
    /// The larger one of two values; `nil` if one is.
    public func larger(_ other: Self) -> Self { applying(.number(.larger), other.operand) }
}
