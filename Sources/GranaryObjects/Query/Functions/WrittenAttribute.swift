public import FoundationEssentials

/// A type whose values queries write as text: numbers, `Bool`, `Date`, `UUID`, and their optionals.
public protocol WrittenAttribute: Sendable {}

extension Int: WrittenAttribute {}
extension Int64: WrittenAttribute {}
extension Int32: WrittenAttribute {}
extension Int16: WrittenAttribute {}
extension Int8: WrittenAttribute {}
extension UInt32: WrittenAttribute {}
extension UInt16: WrittenAttribute {}
extension UInt8: WrittenAttribute {}
extension Float: WrittenAttribute {}
extension Double: WrittenAttribute {}
extension Decimal: WrittenAttribute {}
extension Bool: WrittenAttribute {}
extension Date: WrittenAttribute {}
extension UUID: WrittenAttribute {}
extension Optional: WrittenAttribute where Wrapped: WrittenAttribute {}

extension TypedExpression where Value: WrittenAttribute {
    /// The value as text; `nil` for `nil`, and for an infinite number.
    ///
    /// Numbers are written with the fewest digits that distinguish them from others, dates as `2013-01-01T10:15:00.25Z`,
    /// Booleans as `true` and `false`, UUIDs in upper case.
    public var text: TypedExpression<Root, String?> {
        TypedExpression<Root, String?>(.text(.written), [operand], coding: .attribute)
    }
}

/// What a text writes; `nil` for `nil`, and for a text that writes no such value.
extension TypedExpression where Value: TextAttribute {
    /// The integer that the text writes, such as `-7`.
    public var integerValue: TypedExpression<Root, Int?> { read(.integer) }
    /// The floating-point number that the text writes, such as `-7.5` or `1e3`.
    public var realValue: TypedExpression<Root, Double?> { read(.real) }
    /// The decimal of up to 38 digits that the text writes, such as `-7.50`.
    public var decimalValue: TypedExpression<Root, Decimal?> { read(.decimal) }
    /// The date that the text writes, as RFC 3339 has it: `2013-01-01T10:15:00+01:00`.
    public var dateValue: TypedExpression<Root, Date?> { read(.date) }
    /// The UUID that the text writes.
    public var uuidValue: TypedExpression<Root, UUID?> { read(.uuid) }

    private func read<Result: AttributeValue>(_ type: AttributeType) -> TypedExpression<Root, Result> {
        TypedExpression<Root, Result>(.text(.read(type)), [operand], coding: .attribute)
    }
}
