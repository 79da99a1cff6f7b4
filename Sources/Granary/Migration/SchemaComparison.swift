/// Compares what a store holds with what is wanted, table by table.
struct SchemaComparison {
    /// Every change, in the order of the tables.
    private(set) var steps: [MigrationStep] = []
    /// The tables with a change.
    private(set) var changes: [TableChange] = []

    /// Compares the tables of the configurations that are asked for and that the store holds.
    ///
    /// `taken` are wanted tables of further configurations, which the store must not hold under the same names yet.
    init(_ source: StoredSchema, _ wanted: StoredSchema, asked: Set<String>, taken: StoredSchema) {
        let matches = TableMatches(source.part(of: asked), wanted)
        let others = source.tables.filter { !asked.contains($0.configuration) }
        for table in wanted.tables {
            if let old = matches.source(of: table) {
                var comparison = TableComparison(old, table, matches, source)
                comparison.run()
                steps += comparison.steps
                if !comparison.steps.isEmpty { changes.append(comparison.change) }
            } else {
                add(table, others)
            }
        }
        for table in matches.unmatched {
            steps.append(MigrationStep(.dropModel, table, losesData: true))
            changes.append(TableChange(source: table, target: nil))
        }
        for table in taken.tables where source.table(table.name) != nil { add(table, source.tables) }
    }

    private mutating func add(_ table: StoredTable, _ others: [StoredTable]) {
        let holder = others.first { $0.name == table.name }
        let obstacle = holder.map {
            "the table “\(table.name)” belongs to the configuration “\($0.configuration)”; give the model another table, or its old configuration"
        }
        steps.append(MigrationStep(.addModel, table, obstacle: obstacle))
        changes.append(
            TableChange(
                source: nil, target: table,
                columns: table.columns.map { .init(target: $0, source: nil, fill: nil) }))
    }
}

/// Which table of a store becomes which wanted one.
struct TableMatches {
    private var sources: [String: StoredTable] = [:]
    private var newNames: [String: String] = [:]
    /// The tables of the store that are wanted no more.
    private(set) var unmatched: [StoredTable]

    init(_ source: StoredSchema, _ wanted: StoredSchema) {
        unmatched = source.tables
        for table in wanted.tables {
            if let same = source.table(table.name) { match(same, table) }
        }
        for table in wanted.tables where sources[table.name] == nil {
            guard let old = table.renamedFrom else { continue }
            let found = unmatched.filter { $0.model == old || $0.name == old }
            if found.count == 1 { match(found[0], table) }
        }
        for table in wanted.tables where table.isPairs && sources[table.name] == nil {
            let found = unmatched.filter { $0.isPairs && leadsAlike($0, table) }
            if found.count == 1 { match(found[0], table) }
        }
    }

    private mutating func match(_ old: StoredTable, _ table: StoredTable) {
        sources[table.name] = old
        newNames[old.name] = table.name
        unmatched.removeAll { $0.name == old.name }
    }

    private func leadsAlike(_ old: StoredTable, _ table: StoredTable) -> Bool {
        let ends = old.references.map { newNames[$0.table] }
        return ends == table.references.map(\.table) || ends.reversed() == table.references.map(\.table)
    }

    /// The table that becomes a wanted one.
    func source(of table: StoredTable) -> StoredTable? { sources[table.name] }

    /// The name that a table of the store gets.
    func newName(of table: String) -> String? { newNames[table] }
}
