/// A foreign key of a table, checked at the end of a transaction.
package struct ReferenceDefinition: Sendable, Hashable {
    /// The names of the columns that refer.
    package var columns: [String]
    /// The table referred to.
    package var table: String
    /// The names of the columns referred to, which are that table's key.
    package var target: [String]

    /// Makes a definition from its parts.
    package init(columns: [String], table: String, target: [String]) {
        self.columns = columns
        self.table = table
        self.target = target
    }
}
