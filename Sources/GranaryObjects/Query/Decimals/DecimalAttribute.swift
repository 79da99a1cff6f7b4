public import FoundationEssentials

/// A type stored as a decimal: `Decimal`, and `Decimal?`.
public protocol DecimalAttribute: NumericAttribute {
    /// The value of a literal.
    static func _value(of literal: DecimalLiteral) -> Self
}

extension Decimal: DecimalAttribute {
    /// The decimal.
    public static func _value(of literal: DecimalLiteral) -> Decimal { literal.decimal }
}

extension Optional: DecimalAttribute where Wrapped: DecimalAttribute {
    /// The decimal.
    public static func _value(of literal: DecimalLiteral) -> Wrapped? { Wrapped._value(of: literal) }
}
