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
