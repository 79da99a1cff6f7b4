/// One stored column of an entity.
public struct Column: Sendable, Hashable {
    /// The name in the store.
    public var name: String
    /// The kind of value.
    public var type: AttributeType
    /// Whether it may be null.
    public var isOptional: Bool
    /// The position of the property it belongs to in a ``PropertySet``.
    public var property: Int

    /// Makes a column.
    package init(name: String, type: AttributeType, isOptional: Bool, property: Int) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.property = property
    }
}
