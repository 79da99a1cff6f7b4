/// The way from a row to the new key of another row, for a column that refers to rows which get another key.
public struct KeyLookup: Sendable, Hashable, Codable {
    /// The current name of the table referred to.
    public var table: String
    /// The current columns that hold the current key of the row referred to, in the order of that key.
    public var columns: [String]
    /// Whether those columns may be null.
    public var isOptional: Bool
    /// The column of the new key that holds the value, by its name in the migrated table.
    public var part: String

    /// Makes a lookup.
    init(_ table: String, by columns: [String], isOptional: Bool, part: String) {
        self.table = table
        self.columns = columns
        self.isOptional = isOptional
        self.part = part
    }
}
