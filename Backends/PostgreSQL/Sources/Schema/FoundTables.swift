internal import Granary
internal import GranarySQL

/// The tables that a schema of the database holds, read from the server's catalogue.
struct FoundTables {
    let schema: String
    private let connection: Connection

    /// Names a schema to read.
    init(_ schema: String, on connection: Connection) {
        self.schema = schema
        self.connection = connection
    }

    /// The definitions of the tables with some names, as far as they are there.
    func definitions(_ names: Set<String>) throws -> [TableDefinition] {
        var tables: [String: TableDefinition] = [:]
        try addColumns(to: &tables, names)
        try addKeysAndIndexes(to: &tables)
        try addReferences(to: &tables)
        return tables.keys.sorted().compactMap { tables[$0] }
    }

    /// The rows of a statement about the schema.
    func rows(_ text: String) throws -> ResultSet {
        try connection.send(text, Parameters([.text(schema)]))
        try connection.sync()
        guard let rows = try connection.finish().first else { throw EngineError.lost }
        return rows
    }

    /// The tables of the schema.
    static let ofSchema =
        "pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname = $1::pg_catalog.text"

    private func addColumns(to tables: inout [String: TableDefinition], _ names: Set<String>) throws {
        let found = try rows(
            """
            SELECT c.relname::pg_catalog.text, a.attname::pg_catalog.text, a.atttypid::pg_catalog.int8, a.attnotnull \
            FROM \(Self.ofSchema) JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 \
            AND NOT a.attisdropped WHERE c.relkind IN ('r', 'p') ORDER BY c.relname, a.attnum
            """)
        for row in 0..<found.count {
            guard let table = found.text(row, 0), names.contains(table), let column = found.text(row, 1),
                let type = found.integer(row, 2), let isRequired = found.bool(row, 3)
            else { continue }
            var definition =
                tables[table]
                ?? TableDefinition(name: table, columns: [], key: [], indexes: [], references: [])
            // A type that Granary never makes must differ from every one that is asked for.
            let known = ColumnForm.type(of: UInt32(truncatingIfNeeded: type))
            definition.columns.append(
                ColumnDefinition(
                    name: known == nil ? "\(column) (of another type)" : column, type: known ?? .text,
                    isOptional: !isRequired))
            tables[table] = definition
        }
    }

    private func addKeysAndIndexes(to tables: inout [String: TableDefinition]) throws {
        let found = try rows(
            """
            SELECT c.relname::pg_catalog.text, x.relname::pg_catalog.text, i.indisprimary, i.indisunique, \
            a.attname::pg_catalog.text FROM \(Self.ofSchema) JOIN pg_catalog.pg_index i ON i.indrelid = c.oid \
            AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indisvalid \
            JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid \
            CROSS JOIN LATERAL pg_catalog.unnest(i.indkey::pg_catalog.int2[]) WITH ORDINALITY AS k(number, position) \
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number \
            ORDER BY c.relname, x.relname, k.position
            """)
        for row in 0..<found.count {
            guard let table = found.text(row, 0), var definition = tables[table],
                let index = found.text(row, 1),
                let column = found.text(row, 4)
            else { continue }
            if found.bool(row, 2) == true {
                definition.key.append(column)
            } else if definition.indexes.last?.name == index {
                definition.indexes[definition.indexes.count - 1].columns.append(column)
            } else {
                definition.indexes.append(
                    IndexDefinition(name: index, columns: [column], isUnique: found.bool(row, 3) == true))
            }
            tables[table] = definition
        }
    }

    private func addReferences(to tables: inout [String: TableDefinition]) throws {
        let found = try rows(
            """
            SELECT c.relname::pg_catalog.text, o.conname::pg_catalog.text, f.relname::pg_catalog.text, \
            a.attname::pg_catalog.text, b.attname::pg_catalog.text FROM \(Self.ofSchema) \
            JOIN pg_catalog.pg_constraint o ON o.conrelid = c.oid AND o.contype = 'f' \
            JOIN pg_catalog.pg_class f ON f.oid = o.confrelid \
            CROSS JOIN LATERAL ROWS FROM (pg_catalog.unnest(o.conkey), pg_catalog.unnest(o.confkey)) \
            WITH ORDINALITY AS k(near, far, position) \
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.near \
            JOIN pg_catalog.pg_attribute b ON b.attrelid = f.oid AND b.attnum = k.far \
            ORDER BY c.relname, o.conname, k.position
            """)
        var last = ("", "")
        for row in 0..<found.count {
            guard let table = found.text(row, 0), var definition = tables[table],
                let name = found.text(row, 1),
                let target = found.text(row, 2), let near = found.text(row, 3), let far = found.text(row, 4)
            else { continue }
            if last != (table, name) {
                definition.references.append(ReferenceDefinition(columns: [], table: target, target: []))
            }
            last = (table, name)
            definition.references[definition.references.count - 1].columns.append(near)
            definition.references[definition.references.count - 1].target.append(far)
            tables[table] = definition
        }
    }
}
