/// What the core asks a store to compute over the rows of one entity.
public struct AggregateRequest: Sendable {
    /// The rows: selection and predicate; its order and range apply to the result rows and use `columns` positions.
    public var rows: FetchRequest
    /// The expressions that divide the rows into groups; without any, all rows are one group, which exists even when empty.
    public var groups: [ExpressionTree] = []
    /// What each result row holds, in order.
    public var columns: [Column] = []

    /// Makes a request.
    public init(rows: FetchRequest) { self.rows = rows }

    /// One column of the result.
    public enum Column: Sendable, Hashable {
        /// The value of the group expression at this position in `groups`.
        case group(Int)
        /// The number of rows of the group.
        case count
        /// The number of rows whose expression is not `nil`.
        case countOf(ExpressionTree)
        /// The number of distinct values that are not `nil`.
        case countDistinct(ExpressionTree)
        /// The sum of the values that are not `nil`; 0 for none.
        case sum(ExpressionTree)
        /// The mean of the values that are not `nil`; null for none. Integers and reals give a real, decimals a decimal.
        case average(ExpressionTree)
        /// The smallest value that is not `nil`; null for none.
        case minimum(ExpressionTree)
        /// The largest value that is not `nil`; null for none.
        case maximum(ExpressionTree)
    }
}
