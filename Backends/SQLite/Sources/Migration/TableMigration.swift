internal import GranaryStore
internal import GranarySQL

/// Changes the tables of a file according to a plan, in the open transaction.
///
/// Columns get their new names before any table is copied, since only SQLite's own renaming also updates the objects
/// that refer to them: the references of other tables, and the views, triggers and indexes of other programs.
struct TableMigration {
    private let plan: MigrationPlan
    private let layout: SQLLayout
    private let connection: Connection
    private let monitor: MigrationMonitor?
    private let dialect = SQLiteDialect()
    private let followed: [FollowedKeys]

    init(_ request: MigrationRequest, _ layout: SQLLayout, _ connection: Connection) {
        plan = request.plan
        monitor = request.monitor
        followed = plan.followedKeys
        self.layout = layout
        self.connection = connection
    }

    /// Changes every table that the plan changes, then their indexes and views.
    func run() throws {
        try RowRequirements(plan).check(keys(of:_:))
        try recordKeys()
        var others = try OthersObjects(connection, besides: ownViews)
        for change in plan.changes {
            if let source = change.source { try dropView(of: source.name) }
            if let target = change.target { try dropView(of: target.name) }
        }
        for change in plan.changes where change.target == nil {
            guard let source = change.source else { continue }
            try connection.runOnce("DROP TABLE \(SQLName.quoted(source.name))")
            try connection.run("DELETE FROM granary_keys WHERE \"table\" = ?", .text(source.name))
        }
        // SQLite renames nothing while there is a view that it cannot read.
        try others.setBrokenAside()
        try renameTables()
        var moved: [String: [String: String]] = [:]
        for change in plan.changes where change.source != nil {
            if let target = change.target { moved[target.name] = try renameColumns(change, target.name) }
        }
        for change in plan.changes {
            guard let target = change.target, let definition = definition(target) else { continue }
            if change.source == nil {
                try connection.runOnce(definition.createStatement(for: dialect))
            } else {
                try self.change(change, to: definition, moved: moved[target.name] ?? [:])
            }
        }
        let changed = plan.changes.compactMap(\.target).compactMap(definition)
        try refuseStrayReferences()
        try remakeIndexes(changed)
        for table in changed {
            guard let view = ReadableView(table, among: layout.tables) else { continue }
            try connection.runOnce(view.createStatement)
        }
        try others.bringBack(changed: changed)
    }

    /// The names of the views that Granary makes for people, before and after.
    private var ownViews: Set<String> {
        let tables = plan.source.tables.map(\.name) + plan.target.tables.map(\.name)
        return Set(tables.map(ReadableView.name))
    }

    /// Notes the new key of each row that others refer to, before its table has another shape.
    private func recordKeys() throws {
        for keys in followed {
            try connection.runOnce(
                "CREATE TEMP TABLE \(keys.name) (\(keys.columns), PRIMARY KEY (\(keys.keyColumns))) WITHOUT ROWID"
            )
            try connection.runOnce(
                "INSERT INTO temp.\(keys.name) \(keys.select { value($0, in: $0.source?.name, [:]) })")
        }
    }

    private func definition(_ table: StoredTable) -> TableDefinition? {
        layout.tables.first { $0.name == table.name }
    }

    private func dropView(of table: String) throws {
        let name = ReadableView.name(of: table)
        let isView = try connection.integer(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'view' AND name = ?", .text(name))
        if isView == 1 { try connection.runOnce("DROP VIEW \(SQLName.quoted(name))") }
    }

    /// Gives tables their new names, by way of temporary ones, since two may swap theirs.
    private func renameTables() throws {
        let renamed = plan.changes.compactMap { change -> (old: String, new: String)? in
            guard let old = change.source?.name, let new = change.target?.name, old != new else { return nil }
            return (old, new)
        }
        for (number, names) in renamed.enumerated() { try rename(names.old, to: Self.passing(number)) }
        for (number, names) in renamed.enumerated() { try rename(Self.passing(number), to: names.new) }
    }

    private func rename(_ old: String, to new: String) throws {
        try connection.runOnce("ALTER TABLE \(SQLName.quoted(old)) RENAME TO \(SQLName.quoted(new))")
        try connection.run(
            "UPDATE granary_keys SET \"table\" = ?2 WHERE \"table\" = ?1", .text(old), .text(new))
    }

    private static func passing(_ number: Int) -> String { "granary_passing_\(number)" }

    // MARK: One table

    private func change(
        _ change: TableChange, to definition: TableDefinition, moved: [String: String]
    ) throws {
        if isChangedInPlace(change, definition) {
            for column in change.columns where column.source == nil {
                try connection.runOnce(
                    "ALTER TABLE \(SQLName.quoted(definition.name)) ADD COLUMN \(added(column))")
            }
        } else {
            try copy(change, to: definition, moved: moved)
        }
    }

    /// Whether `ALTER TABLE` alone leads to the new shape.
    private func isChangedInPlace(_ change: TableChange, _ definition: TableDefinition) -> Bool {
        guard let source = change.source, change.dropped.isEmpty, !change.changesKey,
            change.foldsAdded.isEmpty, change.foldsDropped.isEmpty
        else { return false }
        let isSame = change.columns.allSatisfy { column in
            guard let old = column.source else { return column.lookup == nil }
            return old.type == column.target.type && old.isOptional == column.target.isOptional
        }
        let references = source.references.map { reference in
            reference.columns.compactMap(change.newName(of:)) + [reference.table]
        }
        let isLeadingAlike = change.target?.references.allSatisfy { target in
            references.contains { $0.dropLast() == target.columns[...] }
        }
        var old = definition
        old.columns.removeAll { column in
            change.columns.contains { $0.target.name == column.name && $0.source == nil }
        }
        return isSame && isLeadingAlike == true && !plan.checksReferences(of: definition.name)
            && references.count == change.target?.references.count
            && dialect.tableOptions(of: old) == dialect.tableOptions(of: definition)
    }

    private func added(_ column: TableChange.ColumnOrigin) -> String {
        let target = column.target
        let fallback = column.fill.map { " DEFAULT \(SQLiteLiteral.text(of: $0))" } ?? ""
        return "\(SQLName.quoted(target.name)) \(dialect.columnType(target.type))"
            + (target.isOptional ? "" : " NOT NULL") + fallback
    }

    /// Gives columns their new names, by way of temporary ones, since two may swap theirs.
    ///
    /// Returns the passing names of columns that are given up and had the new name of another one.
    private func renameColumns(_ change: TableChange, _ table: String) throws -> [String: String] {
        let renamed = change.columns.compactMap { column -> (old: String, new: String)? in
            guard let old = column.source?.name, old != column.target.name else { return nil }
            return (old, column.target.name)
        }
        func rename(_ old: String, _ new: String) throws {
            try connection.runOnce(
                "ALTER TABLE \(SQLName.quoted(table)) RENAME COLUMN \(SQLName.quoted(old)) TO \(SQLName.quoted(new))"
            )
        }
        let wanted = Set(renamed.map { $0.new.lowercased() })
        let obstacles = change.dropped.map(\.name).filter { wanted.contains($0.lowercased()) }
        var moved: [String: String] = [:]
        for (number, name) in obstacles.enumerated() {
            let passing = Self.passing(renamed.count + number)
            try rename(name, passing)
            moved[name] = passing
        }
        for (number, names) in renamed.enumerated() { try rename(names.old, Self.passing(number)) }
        for (number, names) in renamed.enumerated() { try rename(Self.passing(number), names.new) }
        return moved
    }

    /// Makes a table of the new shape, fills it from the old one and puts it in its place.
    private func copy(
        _ change: TableChange, to definition: TableDefinition, moved: [String: String]
    ) throws {
        let beside = try OthersObjects.beside(definition.name, on: connection)
        var new = definition
        new.name = "granary_new"
        try connection.runOnce(new.createStatement(for: dialect))
        let kept = change.columns.filter { $0.source != nil || $0.changesValues }
        var names = kept.map { SQLName.quoted($0.target.name) }
        var values = kept.map { value($0, in: $0.target.name, moved) }
        if definition.column(GranaryColumn.version) != nil {
            names.append(SQLName.quoted(GranaryColumn.version))
            values.append(SQLName.quoted(GranaryColumn.version))
        }
        for column in change.target?.foldedIndexes ?? [] {
            guard let position = kept.firstIndex(where: { $0.target.name == column }) else { continue }
            names.append(SQLName.quoted(Entity.foldedName(of: column)))
            values.append(FoldingFunction.call(values[position]))
        }
        let table = SQLName.quoted(definition.name)
        if let target = change.target {
            try RowCounting.counting(target, for: monitor, on: connection) { condition in
                try connection.runOnce(
                    "INSERT INTO granary_new (\(names.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) FROM \(table) AS \(Self.rows)\(condition)"
                )
            }
        }
        try connection.runOnce("DROP TABLE \(table)")
        // Views and triggers that name the table stay as they are (SQLite's manual of ALTER TABLE, “legacy_alter_table”).
        try connection.runOnce("PRAGMA legacy_alter_table = ON")
        try connection.runOnce("ALTER TABLE granary_new RENAME TO \(table)")
        try connection.runOnce("PRAGMA legacy_alter_table = OFF")
        for object in beside { try object.make(on: connection) }
    }

    /// The name of the rows that are copied.
    private static var rows: String { "granary_rows" }

    /// The text of a column's value; `present` is the current name of its source, `moved` those of columns that others
    /// have displaced.
    private func value(
        _ column: TableChange.ColumnOrigin, in present: String?, _ moved: [String: String]
    ) -> String {
        if var lookup = column.lookup, let keys = followed.first(where: { $0.table == lookup.table }) {
            lookup.columns = lookup.columns.map { moved[$0] ?? $0 }
            let condition = keys.condition(lookup, keys.name, Self.rows)
            return "(SELECT \(keys.column(of: lookup)) FROM temp.\(keys.name) WHERE \(condition))"
        }
        let fill = column.fill.map(SQLiteLiteral.text(of:))
        guard let source = column.source else { return fill ?? "NULL" }
        var value = SQLName.quoted(present ?? source.name)
        if source.type != column.target.type {
            value = ConversionFunction.call(value, from: source.type, to: column.target.type)
        }
        return fill.map { "COALESCE(\(value), \($0))" } ?? value
    }
}

extension TableMigration {
    private func refuseDuplicates(_ query: DuplicateQuery, _ constraint: GranaryError.Constraint) throws {
        let keys = try keys(of: query.text, query.types)
        if !keys.isEmpty { throw query.error(keys, constraint) }
    }

    /// Drops the indexes that differ from the wanted ones, and makes the missing ones.
    private func remakeIndexes(_ tables: [TableDefinition]) throws {
        var missing: [(table: TableDefinition, statement: String)] = []
        for table in tables {
            let wanted = table.indexStatements(for: dialect)
            let present = try connection.texts(
                "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
                .text(table.name))
            let names = try connection.texts(
                "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
                .text(table.name))
            for (name, text) in zip(names, present) where !wanted.contains(text) && Self.isOwn(name) {
                try connection.runOnce("DROP INDEX \(SQLName.quoted(name))")
            }
            missing += wanted.filter { !present.contains($0) }.map { (table, $0) }
        }
        for change in plan.changes {
            guard let target = change.target, change.source != nil else { continue }
            for columns in target.uniques { try refuseDuplicates(DuplicateQuery(target, columns), .unique) }
        }
        for (table, statement) in missing {
            guard let change = plan.changes.first(where: { $0.target?.name == table.name }),
                let target = change.target, change.source != nil
            else {
                try connection.runOnce(statement)
                continue
            }
            try RowCounting.passing(target, for: monitor, on: connection) {
                try connection.runOnce(statement)
            }
        }
    }

    /// Throws if values of columns that become a relationship lead to no row.
    private func refuseStrayReferences() throws {
        for (table, reference) in plan.checkedReferences {
            guard let target = plan.target.table(reference.table) else { continue }
            let query = StrayQuery(table, reference, to: target)
            let keys = try keys(of: query.text, query.types)
            if !keys.isEmpty { throw query.error(keys) }
        }
    }

    private func keys(of text: String, _ types: [AttributeType]) throws -> [[Value]] {
        let statement = try connection.statement(text)
        defer { statement.reset() }
        var keys: [[Value]] = []
        while try statement.step() {
            keys.append(types.enumerated().map { statement.value(at: Int32($0), as: $1) })
        }
        return keys
    }

    /// Whether an index has a name of Granary's form.
    static func isOwn(_ name: String) -> Bool { name.ends(with: "_index") || name.ends(with: "_unique") }
}
