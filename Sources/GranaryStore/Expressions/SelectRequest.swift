/// A request for the values of expressions on the rows of a fetch.
public struct SelectRequest: Sendable {
    /// The rows, in their order.
    public var rows: FetchRequest
    /// The expressions, which give the columns of the result.
    public var columns: [ExpressionTree]

    /// Makes a request.
    public init(rows: FetchRequest, columns: [ExpressionTree]) {
        self.rows = rows
        self.columns = columns
    }
}
