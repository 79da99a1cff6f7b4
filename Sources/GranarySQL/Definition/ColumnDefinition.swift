package import GranaryStore

/// A column of a table.
package struct ColumnDefinition: Sendable, Hashable {
    /// The column's name.
    package var name: String
    /// The kind of value.
    package var type: AttributeType
    /// Whether it may be null.
    package var isOptional: Bool

    /// Makes a definition from its parts.
    package init(name: String, type: AttributeType, isOptional: Bool) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
    }
}
