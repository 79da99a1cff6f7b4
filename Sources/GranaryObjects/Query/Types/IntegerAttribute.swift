/// An integer with which queries can calculate: `Int`, `Int64`, and their optionals.
///
/// Only division of integers leaves a remainder, so only they have `%`.
public protocol IntegerAttribute: NumericAttribute {}

extension Int: IntegerAttribute {}
extension Int64: IntegerAttribute {}
extension Optional: IntegerAttribute where Wrapped: IntegerAttribute {}
