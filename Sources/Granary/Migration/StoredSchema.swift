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
