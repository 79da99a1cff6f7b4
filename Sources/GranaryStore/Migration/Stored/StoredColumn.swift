/// One column of a table.
public struct StoredColumn: Sendable, Hashable, Codable {
    /// The name in the store.
    public var name: String
    /// The name of the property in Swift; the column's name if a store of format 1 has not recorded it.
    public var property: String
    /// The name the attribute had in an earlier version, as the model declares it.
    public var renamedFrom: String?
    /// The kind of value.
    public var type: AttributeType
    /// Whether it may be null.
    public var isOptional: Bool
    /// The value for rows that were stored before the attribute was declared.
    public var defaultValue: Value?

    /// Makes a column.
    public init(
        _ name: String, _ type: AttributeType, isOptional: Bool = false, property: String? = nil,
        defaultValue: Value? = nil, renamedFrom: String? = nil
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.property = property ?? name
        self.defaultValue = defaultValue
        self.renamedFrom = renamedFrom
    }
}
