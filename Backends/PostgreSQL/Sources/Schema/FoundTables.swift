internal import GranaryStore
internal import GranarySQL

/// The tables that a schema of the database holds, read from the server's catalogue.
///
/// Each statement reads one or two tables of the catalogue by the tables' numbers. A new connection plans such a
/// statement in a tenth of a millisecond; those that join names to all that belongs to them took it one to three each.
struct FoundTables {
    private let tables: [Int64: FoundTable]

    /// Reads the tables of a schema with some names, in two round trips, or three.
    init(_ schema: String, _ names: Set<String>, on connection: Connection) throws {
        var parameters = try Parameters([.text(schema)])
        try parameters.append(names.sorted().map(Value.text), of: .text)
        var tables = try Self.tables(Self.named, parameters, on: connection)
        if !tables.isEmpty { try Self.fill(&tables, on: connection) }
        self.tables = tables
    }

    /// The definitions of the tables, in the order of their names.
    var definitions: [TableDefinition] {
        tables.values.map { $0.definition { tables[$0] } }.sorted { $0.name < $1.name }
    }

    /// The deviations of the server from the form that Granary relies on, although tables, columns and constraints
    /// exist.
    ///
    /// Each is a part of a sentence.
    func deviations(from wanted: [TableDefinition]) -> [String] {
        wanted.sorted { $0.name < $1.name }.flatMap { definition in
            tables.values.first { $0.name == definition.name }?.deviations(from: definition) ?? []
        }
    }

    private static func tables(
        _ text: String, _ parameters: Parameters, on connection: Connection
    ) throws -> [Int64: FoundTable] {
        try connection.send(text, parameters, isNamed: false)
        try connection.sync()
        guard let named = try connection.finish().first else { throw EngineError.lost }
        var tables: [Int64: FoundTable] = [:]
        for row in 0..<named.count {
            guard let number = named.integer(row, 0), let name = named.text(row, 1) else { continue }
            tables[number] = FoundTable(name: name)
        }
        return tables
    }

    /// Adds the parts of the tables.
    private static func fill(_ tables: inout [Int64: FoundTable], on connection: Connection) throws {
        try add(FoundTable.Part.usual, to: &tables, of: Set(tables.keys), on: connection)
        // Granary makes identity columns, whose rows say so; a sequence that others have given a key is rare.
        let uncounted = tables.filter(\.value.hasUncountedKey).keys
        if !uncounted.isEmpty { try add([.sequences], to: &tables, of: Set(uncounted), on: connection) }
    }

    /// Reads parts of some of the tables: one statement for each kind of part, all sent together.
    private static func add(
        _ parts: [FoundTable.Part], to tables: inout [Int64: FoundTable], of chosen: Set<Int64>,
        on connection: Connection
    ) throws {
        var numbers = Parameters()
        try numbers.append(chosen.sorted().map(Value.integer), of: .integer)
        for part in parts {
            try connection.send(part.statement, numbers, isNamed: false)
        }
        try connection.sync()
        for (part, rows) in zip(parts, try connection.finish()) {
            for row in 0..<rows.count {
                guard let number = rows.integer(row, 0) else { continue }
                tables[number]?.add(part, rows, row)
            }
        }
    }

    private static let named = """
        SELECT c.oid::pg_catalog.int8, c.relname::pg_catalog.text FROM pg_catalog.pg_class c \
        WHERE c.relnamespace = (SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.nspname = $1::pg_catalog.text) \
        AND c.relname = ANY ($2::pg_catalog.text[]::pg_catalog.name[]) AND c.relkind IN ('r', 'p')
        """
}
