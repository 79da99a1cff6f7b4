public import FoundationEssentials

/// A type stored as a date: `Date`, and `Date?`.
public protocol DateAttribute: OrderedAttribute {}
extension Date: DateAttribute {}
extension Optional: DateAttribute where Wrapped: DateAttribute {}
