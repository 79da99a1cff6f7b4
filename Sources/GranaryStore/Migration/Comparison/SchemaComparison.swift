/// Compares the tables of a store with the wanted ones.
struct SchemaComparison {
    /// Every change, in the order of the tables.
    private(set) var steps: [MigrationStep] = []
    /// The tables with a change.
    private(set) var changes: [TableChange] = []

    /// Compares the tables of the requested configurations that the store holds.
    ///
    /// `taken` are the wanted tables of other configurations; the store must not have tables of their names.
    init(_ source: StoredSchema, _ wanted: StoredSchema, asked: Set<String>, taken: StoredSchema) {
        let matches = TableMatches(source.part(of: asked), wanted)
        let keys = ReferredKeys(source, wanted, matches, asked: asked)
        let others = source.tables.filter { !asked.contains($0.configuration) }
        for table in wanted.tables {
            if let old = matches.source(of: table) {
                var comparison = TableComparison(old, table, matches, keys)
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
        if steps.isEmpty { dropNames(source.part(of: asked), wanted) }
    }

    /// Notes former names that are no longer declared, though they are a part of the version.
    private mutating func dropNames(_ source: StoredSchema, _ wanted: StoredSchema) {
        let kept = Set(wanted.reusedNames)
        for name in source.reusedNames where !kept.contains(name) {
            guard let table = wanted.table(name.table) else { continue }
            let property = name.part.map { table.column($0)?.property ?? $0 }
            steps.append(MigrationStep(.forgetName(name.former), table, property.map { [$0] } ?? []))
        }
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
