package import Granary

extension StoredTable {
    /// Describes a table that was found in a store of format 1, which does not say what its models are called.
    ///
    /// Further indexes, which other programs have made, are passed over.
    package init(found table: TableDefinition, configuration: String) {
        let columns = table.columns.filter { $0.name != GranaryColumn.version }
        let isPairs = columns.count == table.columns.count
        self.init(
            name: table.name, model: nil, configuration: configuration,
            columns: columns.map { StoredColumn($0.name, $0.type, isOptional: $0.isOptional) },
            key: table.key)
        references = table.references.map { StoredReference(columns: $0.columns, table: $0.table) }
        if isPairs {
            references.sort { left, right in
                (table.key.firstIndex(of: left.columns[0]) ?? 0)
                    < (table.key.firstIndex(of: right.columns[0]) ?? 0)
            }
            return
        }
        // Engines list them in no order, and a table that is read twice must be found the same.
        references.sort { $0.columns.lexicographicallyPrecedes($1.columns) }
        uniques = table.indexes.filter(\.isUnique).map(\.columns).sorted { $0.lexicographicallyPrecedes($1) }
        indexes = table.indexes.filter { !$0.isUnique && $0.name.ends(with: "_index") }
            .map { Self.withoutKey($0.columns, table.key) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The columns of an index without those of the key that an engine needs for the order of ties.
    private static func withoutKey(_ columns: [String], _ key: [String]) -> [String] {
        for count in 1...max(columns.count, 1) {
            let own = Array(columns.prefix(count))
            if own + key.filter({ !own.contains($0) }) == columns { return own }
        }
        return columns
    }
}

extension StoredSchema {
    /// The steps of a plan that does nothing but drop indexes and unique constraints: the store has them besides, though
    /// its tables fit; none for any other plan.
    package func hasSurplusIndexes(beside wanted: StoredSchema, _ configurations: Set<String>) -> [String] {
        let plan = MigrationPlan(from: self, to: wanted, configurations: configurations)
        let isAboutIndexes = plan.steps.allSatisfy { [.dropIndex, .dropUnique].contains($0.action) }
        return isAboutIndexes ? plan.steps.map(\.name) : []
    }
}
