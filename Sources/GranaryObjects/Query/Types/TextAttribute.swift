/// A type stored as text: `String`, and `String?`.
public protocol TextAttribute: Sendable {
    /// `Int`, optional if the text is.
    associatedtype _Count: AttributeValue
    /// A value with this text.
    init(queryText: String)
}

extension String: TextAttribute {
    /// A number of characters.
    public typealias _Count = Int
    /// The text itself.
    public init(queryText: String) { self = queryText }
}
extension Optional: TextAttribute where Wrapped: TextAttribute {
    /// A number of characters; `nil` for `nil`.
    public typealias _Count = Wrapped._Count?
    /// The text, never `nil`.
    public init(queryText: String) { self = Wrapped(queryText: queryText) }
}
