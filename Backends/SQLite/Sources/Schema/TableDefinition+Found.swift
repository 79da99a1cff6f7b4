internal import GranaryStore
internal import GranarySQL

extension TableDefinition {
    /// The definition of a table as the file has it; `nil` when there is none.
    init?(found name: String, on connection: Connection) throws {
        let types = try Self.types(of: name, connection)
        self.init(name: name, columns: [], key: [], indexes: [], references: [])
        var key: [(position: Int64, name: String)] = []
        let columns = try connection.statement("SELECT name, \"notnull\", pk, type FROM pragma_table_info(?)")
        defer { columns.reset() }
        try columns.bind([.text(name)])
        while try columns.step() {
            let column = columns.text(at: 0)
            let type = types[column] ?? Self.type(declared: columns.text(at: 3))
            self.columns.append(
                ColumnDefinition(name: column, type: type, isOptional: columns.integer(at: 1) == 0))
            if columns.integer(at: 2) > 0 { key.append((columns.integer(at: 2), column)) }
        }
        if self.columns.isEmpty { return nil }
        self.key = key.sorted { $0.position < $1.position }.map(\.name)
        indexes = try Self.indexes(of: name, connection)
        references = try Self.references(of: name, connection)
    }

    private static func types(of table: String, _ connection: Connection) throws -> [String: AttributeType] {
        let statement = try connection.statement(
            "SELECT \"column\", type FROM granary_columns WHERE \"table\" = ?")
        defer { statement.reset() }
        try statement.bind([.text(table)])
        var types: [String: AttributeType] = [:]
        while try statement.step() {
            types[statement.text(at: 0)] = AttributeType(rawValue: statement.text(at: 1))
        }
        return types
    }

    private static func type(declared: String) -> AttributeType {
        switch declared.uppercased() {
        case "INTEGER": .integer
        case "REAL": .real
        case "BLOB": .data
        default: .text
        }
    }

    private static func indexes(of table: String, _ connection: Connection) throws -> [IndexDefinition] {
        let statement = try connection.statement(
            "SELECT name, \"unique\" FROM pragma_index_list(?) WHERE origin = 'c' AND partial = 0")
        defer { statement.reset() }
        try statement.bind([.text(table)])
        var found: [IndexDefinition] = []
        while try statement.step() {
            let name = statement.text(at: 0)
            let columns = try connection.texts(
                "SELECT name FROM pragma_index_info(?) ORDER BY seqno", .text(name))
            found.append(
                IndexDefinition(name: name, columns: columns, isUnique: statement.integer(at: 1) == 1))
        }
        return found
    }

    private static func references(of table: String, _ connection: Connection) throws -> [ReferenceDefinition]
    {
        let statement = try connection.statement(
            "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?) ORDER BY id, seq")
        defer { statement.reset() }
        try statement.bind([.text(table)])
        var found: [Int64: ReferenceDefinition] = [:]
        while try statement.step() {
            let id = statement.integer(at: 0)
            let begun =
                found[id] ?? ReferenceDefinition(columns: [], table: statement.text(at: 1), target: [])
            found[id] = ReferenceDefinition(
                columns: begun.columns + [statement.text(at: 2)], table: begun.table,
                target: begun.target + [statement.text(at: 3)])
        }
        return Array(found.values)
    }
}
