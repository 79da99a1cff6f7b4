/// The declarations of one model: the macro writes them, and the schema resolves them into an ``Entity``.
public struct ModelDescription: Sendable {
    /// The entity's name: the name of the Swift type.
    public var name: String
    /// The name of the table in a store.
    public var table: String
    /// The name the model had in an earlier version; its table becomes this one's when a store is migrated.
    public var renamedFrom: String?
    /// The configuration that the model itself names, if any.
    public var configuration: String?
    /// The stored attributes in declaration order.
    public var attributes: [AttributeDescription]
    /// The relationships in declaration order.
    public var relationships: [RelationshipDescription]
    /// The names of the attributes that form the primary key, in order.
    public var key: [String]
    /// Compound unique constraints: the names of their properties.
    public var uniques: [[String]]
    /// Compound indexes: the names of their properties.
    public var indexes: [[String]]

    /// Makes a description; the table has the model's name unless another is given.
    public init(
        name: String, table: String? = nil, configuration: String? = nil,
        attributes: [AttributeDescription], relationships: [RelationshipDescription] = [],
        key: [String], uniques: [[String]] = [], indexes: [[String]] = [], renamedFrom: String? = nil
    ) {
        self.name = name
        self.table = table ?? name
        self.configuration = configuration
        self.attributes = attributes
        self.relationships = relationships
        self.key = key
        self.uniques = uniques
        self.indexes = indexes
        self.renamedFrom = renamedFrom
    }
}
