/// A request to compute aggregates over the rows of one entity.
///
/// Rows whose group values are stored alike form one group. Result rows are sorted by ``order``, then by the group
/// values in the order of ``groups``, in the direction of the last term (ascending without terms); `nil` comes first
/// when ascending.
public struct AggregateRequest: Sendable {
    /// The rows to aggregate: exactly those that a fetch of this request returns, so its order matters only together
    /// with an offset or limit.
    public var rows: FetchRequest
    /// The expressions that divide the rows into groups; without any, all rows are one group, which exists
    /// even when empty.
    public var groups: [ExpressionTree] = []
    /// The columns of each result row, in order.
    public var columns: [Column] = []
    /// The condition on groups, over their aggregates; `nil` for all groups.
    public var having: ExpressionTree?
    /// The order of the result rows, by their columns.
    public var order: [Order] = []
    /// The number of result rows to skip; never negative.
    public var offset = 0
    /// The largest number of result rows after the offset; `nil` for no limit; never negative.
    public var limit: Int?

    /// Makes a request.
    public init(rows: FetchRequest) { self.rows = rows }

    /// One column of the result.
    public enum Column: Sendable, Hashable, Codable {
        /// The value of the group expression at this position in `groups`.
        case group(Int)
        /// The number of rows of the group.
        case count
        /// The number of rows whose expression is not `nil`.
        case countOf(ExpressionTree)
        /// The number of distinct values that are not `nil`.
        case countDistinct(ExpressionTree)
        /// The sum of the values that are not `nil`; 0 for none.
        ///
        /// Only the final result can overflow.
        case sum(ExpressionTree)
        /// The mean of the values that are not `nil`; null for none.
        ///
        /// Integers and reals give a real, decimals a decimal.
        case average(ExpressionTree)
        /// The smallest value that is not `nil`; null for none.
        case minimum(ExpressionTree)
        /// The largest value that is not `nil`; null for none.
        case maximum(ExpressionTree)
        /// A calculation with aggregates of the group, or a condition on them, over ``ExpressionTree/aggregate(_:)``.
        ///
        /// It is evaluated for the groups that the condition leaves.
        case calculated(ExpressionTree)
    }

    /// One part of the order of the result rows.
    public struct Order: Sendable, Hashable {
        /// The position of the column in `columns`.
        public var column: Int
        /// Whether larger values come first; `nil` values then come last.
        public var isDescending: Bool

        /// Makes a part of an order.
        public init(column: Int, isDescending: Bool = false) {
            self.column = column
            self.isDescending = isDescending
        }
    }
}
