/// A numeric type, with the types of its sum and mean.
public protocol SummableAttribute: OrderedAttribute {
    /// The type of a sum.
    associatedtype Sum: AttributeValue
    /// The type of a mean.
    associatedtype Mean: AttributeValue
}
