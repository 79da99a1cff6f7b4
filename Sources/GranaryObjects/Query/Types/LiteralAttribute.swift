public import FoundationEssentials

/// An ordered type whose literals in queries are Swift's own: every type that has an order in queries, except decimals, whose
/// literals are read as ``DecimalLiteral``.
///
/// Its operators with constants come first, so the compiler soon knows which of all operators is meant, and says soon what
/// is wrong.
public protocol LiteralAttribute: OrderedAttribute, FallbackAttribute {}

extension Int: LiteralAttribute {}
extension Int64: LiteralAttribute {}
extension Int32: LiteralAttribute {}
extension Int16: LiteralAttribute {}
extension Int8: LiteralAttribute {}
extension UInt: LiteralAttribute {}
extension UInt64: LiteralAttribute {}
extension UInt32: LiteralAttribute {}
extension UInt16: LiteralAttribute {}
extension UInt8: LiteralAttribute {}
extension Double: LiteralAttribute {}
extension Float: LiteralAttribute {}
extension String: LiteralAttribute {}
extension Data: LiteralAttribute {}
extension Date: LiteralAttribute {}
extension UUID: LiteralAttribute {}
extension URL: LiteralAttribute {}
extension Duration: LiteralAttribute {}
extension TimeOfDay: LiteralAttribute {}
extension Optional: LiteralAttribute where Wrapped: LiteralAttribute {}
extension Optional: FallbackAttribute where Wrapped: FallbackAttribute {}
