/// What a store knows of its models: everything of a schema that the store depends on, and the names that lead to it.
///
/// A backend writes it in the transaction that makes or changes tables. It is read without any model, so that tools and
/// migrations know what is in a store.
public struct StoredSchema: Sendable, Hashable, Codable {
    /// The tables of models and of pairs, in the order of their names.
    public var tables: [StoredTable]

    /// Makes a schema of its tables, in any order.
    public init(tables: [StoredTable] = []) { self.tables = tables.sorted { $0.name < $1.name } }

    /// The table with a name.
    public func table(_ name: String) -> StoredTable? { tables.first { $0.name == name } }

    /// The names of the configurations that have a table here.
    public var configurations: Set<String> { Set(tables.map(\.configuration)) }
}

/// One table of a store: the rows of a model, or pairs of keys.
public struct StoredTable: Sendable, Hashable, Codable {
    /// The name.
    public var name: String
    /// The name of the model in Swift; `nil` for pairs, and where a store of format 1 does not say.
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
    /// The references to rows of the same store.
    public var references: [StoredReference]
    /// The relationships of the model, in declaration order; none for pairs.
    public var relationships: [StoredRelationship]

    /// Makes a table without indexes, references and relationships.
    public init(
        name: String, model: String?, configuration: String, columns: [StoredColumn], key: [String]
    ) {
        (self.name, self.model, self.configuration) = (name, model, configuration)
        (self.columns, self.key) = (columns, key)
        (uniques, indexes, references, relationships) = ([], [], [], [])
    }

    /// The column with a name.
    public func column(_ name: String) -> StoredColumn? { columns.first { $0.name == name } }

    /// Whether the table holds pairs: every column is part of the key, and leads to a row.
    public var isPairs: Bool { columns.count == key.count && references.count == 2 && relationships.isEmpty }

    /// How people know it: the model's name, else the table's.
    var label: String { model ?? name }
}

/// One column of a table.
public struct StoredColumn: Sendable, Hashable, Codable {
    /// The name in the store.
    public var name: String
    /// The name of the property in Swift; the column's own where a store of format 1 does not say.
    public var property: String
    /// The name the attribute had in an earlier version, as the model declares it.
    public var renamedFrom: String?
    /// The kind of value.
    public var type: AttributeType
    /// Whether it may be null.
    public var isOptional: Bool
    /// What rows get that were stored before the attribute was declared.
    public var defaultValue: Value?

    /// Makes a column.
    public init(
        _ name: String, _ type: AttributeType, isOptional: Bool = false, property: String? = nil,
        defaultValue: Value? = nil, renamedFrom: String? = nil
    ) {
        (self.name, self.type, self.isOptional) = (name, type, isOptional)
        (self.property, self.defaultValue, self.renamedFrom) = (property ?? name, defaultValue, renamedFrom)
    }
}

/// Columns that hold the key of a row of the same store.
public struct StoredReference: Sendable, Hashable, Codable {
    /// The names of the columns, in the order of the other table's key.
    public var columns: [String]
    /// The name of the table referred to.
    public var table: String

    /// Makes a reference.
    public init(columns: [String], table: String) { (self.columns, self.table) = (columns, table) }
}

/// A relationship as a model declares it and the schema has resolved it.
public struct StoredRelationship: Sendable, Hashable, Codable {
    /// The name of the property in Swift.
    public var name: String
    /// The name of the model that it leads to.
    public var destination: String
    /// Whether it leads to many objects.
    public var isToMany: Bool
    /// Whether it may be empty.
    public var isOptional: Bool
    /// The relationship of the other model that means the same connection.
    public var inverse: String?
    /// What happens to the other end when an object is deleted.
    public var deleteRule: DeleteRule
    /// The columns of a relationship to one.
    public var columns: [String]
    /// The table of its pairs, for a relationship from many to many.
    public var pairs: String?
}
