/// An ``AggregateRequest`` without its rows: the group expressions, the columns computed for each group, and the choice
/// and order of the groups.
public struct Grouping: Sendable, Hashable {
    /// The expressions that divide the objects into groups; without any, all objects are one group.
    public var groups: [ExpressionTree] = []
    /// The columns of each result row, in order.
    public var columns: [AggregateRequest.Column] = []
    /// The condition on groups, over their aggregates; `nil` for all groups.
    public var having: ExpressionTree?
    /// The order of the result rows, by their columns; ties are broken by the groups.
    public var order: [AggregateRequest.Order] = []
    /// The number of result rows to skip.
    public var offset = 0
    /// The largest number of result rows after the offset; `nil` for no limit.
    public var limit: Int?

    /// Makes a grouping that returns every group.
    public init(groups: [ExpressionTree], columns: [AggregateRequest.Column]) {
        self.groups = groups
        self.columns = columns
    }

    /// The request for some rows.
    package func request(_ rows: FetchRequest) -> AggregateRequest {
        var request = AggregateRequest(rows: rows)
        request.groups = groups
        request.columns = columns
        request.having = having
        request.order = order
        request.offset = offset
        request.limit = limit
        return request
    }

    /// The position of a column, which is added if it is missing.
    mutating func position(of column: AggregateRequest.Column) -> Int {
        if let position = columns.firstIndex(of: column) { return position }
        columns.append(column)
        return columns.count - 1
    }
}
