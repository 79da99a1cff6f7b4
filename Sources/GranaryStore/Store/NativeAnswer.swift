/// A store's answer to a native statement.
public struct NativeAnswer {
    /// The rows; its columns are those of the statement.
    public var cursor: any RowCursor
    /// The names of the statement's columns.
    public var columns: [String]

    /// Makes an answer.
    public init(cursor: any RowCursor, columns: [String]) {
        self.cursor = cursor
        self.columns = columns
    }
}
