public import FoundationEssentials

/// A number, which converts to the numbers that queries calculate with: integers of all widths but unsigned ones of 64
/// bits, `Float`, `Double`, `Decimal`, and their optionals.
public protocol NumberAttribute: OrderedAttribute {
    /// `Double`, optional if the number is.
    associatedtype RealNumber: AttributeValue
    /// `Decimal`, optional if the number is.
    associatedtype DecimalNumber: AttributeValue
    /// `Int`, optional if the number is.
    associatedtype WholeNumber: AttributeValue
}

extension NumberAttribute {
    /// The floating-point number.
    public typealias RealNumber = Double
    /// The decimal.
    public typealias DecimalNumber = Decimal
    /// The integer.
    public typealias WholeNumber = Int
}

extension Int: NumberAttribute {}
extension Int64: NumberAttribute {}
extension Int32: NumberAttribute {}
extension Int16: NumberAttribute {}
extension Int8: NumberAttribute {}
extension UInt32: NumberAttribute {}
extension UInt16: NumberAttribute {}
extension UInt8: NumberAttribute {}
extension Float: NumberAttribute {}
extension Double: NumberAttribute {}
extension Decimal: NumberAttribute {}
extension Optional: NumberAttribute where Wrapped: NumberAttribute {
    /// The floating-point number; `nil` for `nil`.
    public typealias RealNumber = Wrapped.RealNumber?
    /// The decimal; `nil` for `nil`.
    public typealias DecimalNumber = Wrapped.DecimalNumber?
    /// The integer; `nil` for `nil`.
    public typealias WholeNumber = Wrapped.WholeNumber?
}

/// Conversions of numbers, so that numbers of different types can be calculated with.
extension TypedExpression where Value: NumberAttribute {
    /// The nearest floating-point number; `nil` for `nil`.
    public var real: TypedExpression<Root, Value.RealNumber> {
        TypedExpression<Root, Value.RealNumber>(.number(.real), [operand], coding: .attribute)
    }

    /// The number as an integer of 64 bits, for types of fewer bits, and for numbers with a fraction, which are rounded;
    /// `nil` for `nil`.
    ///
    /// A number beyond 64 bits is an error.
    public var integer: TypedExpression<Root, Value.WholeNumber> { integer() }

    /// The number rounded to an integer of 64 bits; `nil` for `nil`.
    ///
    /// A number beyond 64 bits is an error.
    public func integer(rule: ExpressionTree.RoundingRule = .toNearestOrAwayFromZero)
        -> TypedExpression<Root, Value.WholeNumber>
    {
        TypedExpression<Root, Value.WholeNumber>(.number(.integer(rule)), [operand], coding: .attribute)
    }

    /// The number as a decimal, rounded to some places, 0 to 18; `nil` for `nil`.
    ///
    /// The exact value is rounded, that of a floating-point number too. More than 38 digits are an error.
    public func decimal(places: Int, rule: ExpressionTree.RoundingRule = .toNearestOrAwayFromZero)
        -> TypedExpression<Root, Value.DecimalNumber>
    {
        TypedExpression<Root, Value.DecimalNumber>(
            .number(.decimal(places: places, rule)), [operand], coding: .attribute)
    }
}
