package import GranaryStore

extension StoredTable {
    /// Describes a table found in a store of format 1, which has not recorded the names of its models.
    ///
    /// Additional indexes made by other programs are ignored.
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
        // Engines list references in no order, but a table must be described the same each time.
        references.sort { $0.columns.lexicographicallyPrecedes($1.columns) }
        uniques = table.indexes.filter(\.isUnique).map(\.columns).sorted { $0.lexicographicallyPrecedes($1) }
        indexes = table.indexes.filter { !$0.isUnique && $0.name.ends(with: "_index") }
            .map { Self.withoutKey($0.columns, table.key) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The columns of an index without the key columns that an engine adds to sort ties.
    private static func withoutKey(_ columns: [String], _ key: [String]) -> [String] {
        for count in 1...max(columns.count, 1) {
            let own = Array(columns.prefix(count))
            if own + key.filter({ !own.contains($0) }) == columns { return own }
        }
        return columns
    }
}

extension StoredSchema {
    /// The steps to a wanted schema that the tables do not show though they fit: an index that is no longer wanted, or
    /// a name that another part gets.
    package func hiddenSteps(beside wanted: StoredSchema, _ configurations: Set<String>) -> [String] {
        MigrationPlan(from: self, to: wanted, configurations: configurations).steps.map(\.name)
    }
}
