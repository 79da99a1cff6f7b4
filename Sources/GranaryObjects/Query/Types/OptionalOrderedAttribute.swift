/// An optional type whose wrapped values have an order that queries can use.
public protocol OptionalOrderedAttribute: OrderedAttribute {}

extension Optional: OptionalOrderedAttribute where Wrapped: OrderedAttribute {}
