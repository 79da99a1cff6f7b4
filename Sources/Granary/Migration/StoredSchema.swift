/// The schema that a store records: every part of its models that the store depends on, with their names.
///
/// A backend writes it in the transaction that creates or changes tables. Tools and migrations read it without any
/// model.
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
