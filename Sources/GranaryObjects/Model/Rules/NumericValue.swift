/// Numbers, which can be in a range.
public protocol _NumericValue: AttributeValue, Comparable {}
