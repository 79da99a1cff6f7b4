/// One table of a store: the rows of a model, or pairs of keys.
public struct StoredTable: Sendable, Hashable, Codable {
    /// The name.
    public var name: String
    /// The name of the model in Swift; `nil` for pairs, and if a store of format 1 has not recorded it.
    public var model: String?
    /// The name the model had in an earlier version, as it declares it.
    public var renamedFrom: String?
    /// The configuration the table belongs to.
    public var configuration: String
    /// The columns; attributes first, then those of relationships to one.
    public var columns: [StoredColumn]
    /// The names of the key's columns, in key order.
    public var key: [String]
    /// The unique constraints besides the key, by the names of their columns.
    public var uniques: [[String]]
    /// The indexes that are not unique constraints, by the names of their columns.
    public var indexes: [[String]]
    /// The columns with an index of their texts without case, by their names, in their order; `nil` without any.
    public var foldedIndexes: [String]?
    /// The references to rows of the same store.
    public var references: [StoredReference]
    /// The relationships of the model, in declaration order; none for pairs.
    public var relationships: [StoredRelationship]

    /// Makes a table without indexes, references and relationships.
    public init(
        name: String, model: String?, configuration: String, columns: [StoredColumn], key: [String]
    ) {
        self.name = name
        self.model = model
        self.configuration = configuration
        self.columns = columns
        self.key = key
        uniques = []
        indexes = []
        references = []
        relationships = []
    }

    /// The column with a name.
    public func column(_ name: String) -> StoredColumn? { columns.first { $0.name == name } }

    /// Whether the table holds pairs: all its columns are in the key and refer to rows.
    public var isPairs: Bool { columns.count == key.count && references.count == 2 && relationships.isEmpty }

    /// The model's name, or else the table's, for messages.
    package var label: String { model ?? name }
}
