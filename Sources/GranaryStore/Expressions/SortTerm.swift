/// One part of an order.
public struct SortTerm: Sendable, Hashable, Codable {
    /// The expression to sort by.
    public var expression: ExpressionTree
    /// Whether larger values come first; `nil` values then come last.
    public var isDescending: Bool

    /// Makes a part of an order.
    public init(_ expression: ExpressionTree, isDescending: Bool = false) {
        self.expression = expression
        self.isDescending = isDescending
    }
}
