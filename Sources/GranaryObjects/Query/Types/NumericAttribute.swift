public import FoundationEssentials

/// A type with which queries can calculate: `Int`, `Int64`, `Double`, `Decimal`, and their optionals.
public protocol NumericAttribute: OrderedAttribute {}

extension Int: NumericAttribute {}
extension Int64: NumericAttribute {}
extension Double: NumericAttribute {}
extension Decimal: NumericAttribute {}
extension Optional: NumericAttribute where Wrapped: NumericAttribute {}
