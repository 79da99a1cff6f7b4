/// A number that queries compute logarithms, powers and angles of: integers of 64 bits, `Double`, and their
/// optionals.
public protocol ElementaryAttribute: NumericAttribute {}

extension Int: ElementaryAttribute {}
extension Int64: ElementaryAttribute {}
extension Double: ElementaryAttribute {}
extension Optional: ElementaryAttribute where Wrapped: ElementaryAttribute {}
