internal import GranaryStore
internal import GranarySQL

/// Changes the tables of a schema according to a plan, in the open transaction.
struct TableMigration {
    private let plan: MigrationPlan
    private let layout: SQLLayout
    private let schema: String
    private let connection: Connection
    private let monitor: MigrationMonitor?
    private let dialect = PostgreSQLDialect()
    private let following: KeyFollowing

    init(_ request: MigrationRequest, _ layout: SQLLayout, _ schema: String, _ connection: Connection) {
        plan = request.plan
        monitor = request.monitor
        following = KeyFollowing(request.plan, connection)
        self.layout = layout
        self.schema = schema
        self.connection = connection
    }

    /// Changes every table that the plan changes, then their indexes and references.
    func run() throws {
        try RowRequirements(plan).check(connection.keys(of:_:))
        try following.recordKeys()
        let relinked = plan.changes.filter(isRelinked)
        for change in relinked {
            if let source = change.source { try dropConstraints("f", of: source.name) }
        }
        for change in plan.changes where change.target == nil {
            if let source = change.source { try define("DROP TABLE \(SQLName.quoted(source.name))") }
        }
        try renameTables()
        for change in plan.changes where change.source != nil && change.target != nil {
            try passing(change) { try self.change(change) }
        }
        for change in plan.changes { try FoldedColumns(change, connection).fill(monitor) }
        try IndexMigration(plan, layout, schema, connection, monitor).run()
        for table in plan.changes.filter({ $0.source == nil }).compactMap(definition) {
            var plain = table
            plain.references = []
            try define(plain.createStatement(for: dialect))
            for statement in table.indexStatements(for: dialect) { try define(statement) }
        }
        try refuseStrayReferences()
        for table in relinked.compactMap(definition) {
            for statement in table.referenceStatements { try define(statement) }
        }
        try following.removeKeys()
    }

    private func define(_ text: String) throws { try connection.define(text) }

    /// Runs a body that visits the rows of a table if values or the key change.
    private func passing(_ change: TableChange, _ body: () throws -> Void) throws {
        let isPassed = change.changesKey || change.columns.contains(where: \.changesValues)
        guard let target = change.target, isPassed else { return try body() }
        try connection.passing(target, for: monitor, body)
    }

    /// Throws if values of columns that become a relationship lead to no row.
    private func refuseStrayReferences() throws {
        for (table, reference) in plan.checkedReferences {
            guard let target = plan.target.table(reference.table) else { continue }
            let query = StrayQuery(table, reference, to: target)
            let keys = try connection.keys(of: query.text, query.types)
            if !keys.isEmpty { throw query.error(keys) }
        }
    }

    private func definition(_ change: TableChange) -> TableDefinition? {
        layout.tables.first { $0.name == change.target?.name }
    }

    /// Whether references have to be rebuilt: new, gone, or between values of another kind.
    private func isRelinked(_ change: TableChange) -> Bool {
        guard let source = change.source, let target = change.target else { return true }
        let kept = source.references.filter { $0.columns.allSatisfy { change.newName(of: $0) != nil } }
        let changesKinds = plan.changes.contains { change in
            change.columns.contains { $0.source.map(\.type) != nil && $0.source?.type != $0.target.type }
        }
        return changesKinds || plan.checksReferences(of: target.name)
            || source.references.count != target.references.count
            || kept.count != target.references.count
            || !kept.allSatisfy { old in
                target.references.contains { $0.columns == old.columns.compactMap(change.newName(of:)) }
            }
    }

    private func dropConstraints(_ kind: String, of table: String) throws {
        let names = try connection.texts(
            """
            SELECT o.conname::pg_catalog.text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n \
            ON n.oid = c.relnamespace AND n.nspname = $1::pg_catalog.text JOIN pg_catalog.pg_constraint o \
            ON o.conrelid = c.oid WHERE o.contype = '\(kind)' AND \(FoundTable.Part.isWhole) AND c.relname = $2::pg_catalog.text
            """, .text(schema), .text(table))
        for name in names {
            try define("ALTER TABLE \(SQLName.quoted(table)) DROP CONSTRAINT \(SQLName.quoted(name))")
        }
    }

    /// Gives tables their new names, by way of temporary ones, since two may swap theirs.
    private func renameTables() throws {
        let renamed = plan.changes.compactMap { change -> (old: String, new: String)? in
            guard let old = change.source?.name, let new = change.target?.name, old != new else { return nil }
            return (old, new)
        }
        func rename(_ old: String, _ new: String) throws {
            try define("ALTER TABLE \(SQLName.quoted(old)) RENAME TO \(SQLName.quoted(new))")
        }
        for (number, names) in renamed.enumerated() { try rename(names.old, Self.passing(number)) }
        for (number, names) in renamed.enumerated() { try rename(Self.passing(number), names.new) }
    }

    static func passing(_ number: Int) -> String { "granary_passing_\(number)" }

    // MARK: One table

    private func change(_ change: TableChange) throws {
        guard let source = change.source, let target = change.target else { return }
        let table = SQLName.quoted(target.name)
        let folded = FoldedColumns(change, connection)
        try folded.drop()
        let isKeyNew = source.key.map(change.newName(of:)) != target.key
        try following.addColumns(to: change)
        if isKeyNew { try dropConstraints("p", of: target.name) }
        for column in change.dropped {
            try define("ALTER TABLE \(table) DROP COLUMN \(SQLName.quoted(column.name))")
        }
        try renameColumns(change, table)
        try following.renameColumns(of: change)
        try dropUniques(of: change, target.name)
        for column in change.columns where column.lookup == nil {
            try self.change(column, of: target, wasKey: source.key, table)
        }
        try folded.add()
        if isKeyNew {
            try define("ALTER TABLE \(table) ADD PRIMARY KEY (\(TableDefinition.names(target.key)))")
            if target.key.count == 1, target.column(target.key[0])?.type == .integer {
                let column = "ALTER TABLE \(table) ALTER COLUMN \(SQLName.quoted(target.key[0]))"
                try define("\(column) DROP IDENTITY IF EXISTS")
                try define("\(column) ADD \(dialect.integerKeyOptions)")
            }
        }
    }

    /// Drops the unique constraints of columns that are filled.
    ///
    /// The same plan may drop them; those that stay are made again over the values, or refused with the keys of equal
    /// ones.
    private func dropUniques(of change: TableChange, _ table: String) throws {
        let filled = Set(change.columns.filter { $0.source != nil && $0.fill != nil }.map(\.target.name))
        if filled.isEmpty { return }
        let found = try FoundTables(schema, [table], on: connection).definitions.first
        for index in found?.indexes ?? [] where index.isUnique && !filled.isDisjoint(with: index.columns) {
            try define("ALTER TABLE \(SQLName.quoted(table)) DROP CONSTRAINT \(SQLName.quoted(index.name))")
        }
    }

    private func renameColumns(_ change: TableChange, _ table: String) throws {
        let renamed = change.columns.compactMap { column -> (old: String, new: String)? in
            guard let old = column.source?.name, old != column.target.name else { return nil }
            return (old, column.target.name)
        }
        func rename(_ old: String, _ new: String) throws {
            try define("ALTER TABLE \(table) RENAME COLUMN \(SQLName.quoted(old)) TO \(SQLName.quoted(new))")
        }
        for (number, names) in renamed.enumerated() { try rename(names.old, Self.passing(number)) }
        for (number, names) in renamed.enumerated() { try rename(Self.passing(number), names.new) }
    }

    private func change(
        _ column: TableChange.ColumnOrigin, of target: StoredTable, wasKey: [String], _ table: String
    ) throws {
        let new = column.target
        let name = SQLName.quoted(new.name)
        let fill = column.fill.map { PostgreSQLLiteral.text(of: $0, as: new.type) }
        guard let old = column.source else {
            let required = new.isOptional ? "" : " NOT NULL"
            let fallback = fill.map { " DEFAULT \($0)" } ?? ""
            try define(
                "ALTER TABLE \(table) ADD COLUMN \(name) \(dialect.columnType(new.type))\(required)\(fallback)"
            )
            if fill != nil { try define("ALTER TABLE \(table) ALTER COLUMN \(name) DROP DEFAULT") }
            return
        }
        // Only a key of one integer is counted by the server, which widens no column that it counts; a key of earlier
        // versions may have kept that as a part of another one.
        let isNoKeyNow = wasKey == [old.name] && target.key != [new.name]
        if old.type == .integer, isNoKeyNow || new.type != .integer {
            try define("ALTER TABLE \(table) ALTER COLUMN \(name) DROP IDENTITY IF EXISTS")
        }
        if old.type != new.type {
            try checkExactness(old, new, target, name)
            let value = PostgreSQLLiteral.conversion(of: name, from: old.type, to: new.type)
            try define(
                "ALTER TABLE \(table) ALTER COLUMN \(name) TYPE \(dialect.columnType(new.type)) USING \(value)"
            )
        }
        if let fill { try define("UPDATE \(table) SET \(name) = \(fill) WHERE \(name) IS NULL") }
        if old.isOptional != new.isOptional {
            try define(
                "ALTER TABLE \(table) ALTER COLUMN \(name) \(new.isOptional ? "DROP" : "SET") NOT NULL")
        }
    }

    /// Throws if an integer has no equal floating-point number.
    private func checkExactness(
        _ old: StoredColumn, _ new: StoredColumn, _ table: StoredTable, _ name: String
    ) throws {
        guard old.type == .integer, new.type == .real else { return }
        let inexact = try connection.integer(
            """
            SELECT pg_catalog.count(*) FROM \(SQLName.quoted(table.name)) WHERE CASE \
            WHEN \(name) BETWEEN -9007199254740992 AND 9007199254740992 THEN FALSE \
            WHEN \(name) > 9223372036854774784 THEN TRUE \
            ELSE \(name)::pg_catalog.float8::pg_catalog.int8 <> \(name) END
            """)
        if inexact == 0 { return }
        throw GranaryError(
            .invalidValue, "A value cannot become \(new.type.rawValue) without loss.",
            context: .init(entity: table.model ?? table.name, properties: [new.property]))
    }
}

extension Connection {
    /// Throws an error that lists the keys of rows with the same values.
    func refuseDuplicates(_ query: DuplicateQuery, _ constraint: GranaryError.Constraint) throws {
        let keys = try keys(of: query.text, query.types)
        if !keys.isEmpty { throw query.error(keys, constraint) }
    }

    /// The keys that a statement selects, whose columns have some kinds.
    func keys(of text: String, _ types: [AttributeType]) throws -> [[Value]] {
        guard let rows = try run(text) else { return [] }
        return try (0..<rows.count).map { try rows.values($0, as: types) }
    }

    /// Runs a body that visits the rows of a table once, in one step, and reports them.
    func passing(
        _ table: StoredTable, for monitor: MigrationMonitor?, _ body: () throws -> Void
    ) throws {
        guard let monitor else { return try body() }
        let count = try integer("SELECT pg_catalog.count(*) FROM \(SQLName.quoted(table.name))") ?? 0
        let label = table.model ?? table.name
        try monitor.begin(label, rows: Int(count))
        try body()
        try monitor.advance(label, by: Int(count))
    }
}
