/// The columns of a query's result, as data.
public enum ResultColumns: Sendable {
    /// The values of expressions: a row for each object of the query, in its order.
    case expressions([ExpressionTree])
    /// Aggregates: a row for each group of objects of the query, in the order of the groups.
    case groups(Grouping)
}
