/// Columns that hold the key of a row of the same store.
public struct StoredReference: Sendable, Hashable, Codable {
    /// The names of the columns, in the order of the other table's key.
    public var columns: [String]
    /// The name of the table referred to.
    public var table: String

    /// Makes a reference.
    public init(columns: [String], table: String) {
        self.columns = columns
        self.table = table
    }
}
