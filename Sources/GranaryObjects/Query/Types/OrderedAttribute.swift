/// A type whose stored values have an order that queries can use.
public protocol OrderedAttribute: Sendable {}
