/// An index of a table.
package struct IndexDefinition: Sendable, Hashable {
    /// The index's name, unique in the database.
    package var name: String
    /// The names of its columns in order.
    package var columns: [String]
    /// Whether two rows may not have the same values.
    package var isUnique: Bool

    /// Makes a definition from its parts.
    package init(name: String, columns: [String], isUnique: Bool) {
        self.name = name
        self.columns = columns
        self.isUnique = isUnique
    }
}
