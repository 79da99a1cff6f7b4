public import FoundationEssentials

extension Int: OrderedAttribute {}
extension Int64: OrderedAttribute {}
extension Int32: OrderedAttribute {}
extension Int16: OrderedAttribute {}
extension Int8: OrderedAttribute {}
extension UInt: OrderedAttribute {}
extension UInt64: OrderedAttribute {}
extension UInt32: OrderedAttribute {}
extension UInt16: OrderedAttribute {}
extension UInt8: OrderedAttribute {}
extension Double: OrderedAttribute {}
extension Float: OrderedAttribute {}
extension String: OrderedAttribute {}
extension Data: OrderedAttribute {}
extension Date: OrderedAttribute {}
extension UUID: OrderedAttribute {}
extension Decimal: OrderedAttribute {}
extension URL: OrderedAttribute {}
extension Duration: OrderedAttribute {}
extension TimeOfDay: OrderedAttribute {}
extension Optional: OrderedAttribute where Wrapped: OrderedAttribute {}
