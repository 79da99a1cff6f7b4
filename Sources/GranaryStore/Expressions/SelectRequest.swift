/// A request for the values of expressions on the rows of a fetch.
public struct SelectRequest: Sendable {
    /// The rows, in their order.
    public var rows: FetchRequest
    /// The expressions, which give the columns of the result.
    public var columns: [ExpressionTree]

    /// Where a cursor has the values of a column.
    public struct Column: Sendable {
        /// The position among the columns of the cursor.
        public let position: Int
        /// The kind of the values that are not null.
        public let type: AttributeType

        /// Makes the place of a column.
        public init(position: Int, type: AttributeType) {
            self.position = position
            self.type = type
        }
    }

    /// Makes a request.
    public init(rows: FetchRequest, columns: [ExpressionTree]) {
        self.rows = rows
        self.columns = columns
    }
}
