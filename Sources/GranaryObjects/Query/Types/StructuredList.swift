/// A type that a structured value writes as a list: an array or a set, also an optional one.
public protocol StructuredList {
    /// The type of the elements.
    associatedtype _Element
    /// `Int`, optional if the list is.
    associatedtype _Count: AttributeValue
}

extension Array: StructuredList {
    /// The type of the elements.
    public typealias _Element = Element
    /// A number of elements.
    public typealias _Count = Int
}
extension Set: StructuredList {
    /// The type of the elements.
    public typealias _Element = Element
    /// A number of elements.
    public typealias _Count = Int
}
extension Optional: StructuredList where Wrapped: StructuredList {
    /// The type of the elements.
    public typealias _Element = Wrapped._Element
    /// A number of elements; `nil` for `nil`.
    public typealias _Count = Wrapped._Count?
}
