/// Matches the tables of a store to the wanted ones.
struct TableMatches {
    private var sources: [String: StoredTable] = [:]
    private var newNames: [String: String] = [:]
    /// The tables of the store that are no longer wanted.
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
            let old = earlierNames(of: table, wanted).flatMap { name in
                source.tables.compactMap { owner in
                    owner.relationships.first {
                        $0.name == name.relationship && newNames[owner.name] == name.owner
                    }?.pairs
                }
            }
            let found = unmatched.filter { old.contains($0.name) }
            if found.count == 1 { match(found[0], table) }
        }
        for table in wanted.tables where table.isPairs && sources[table.name] == nil {
            let found = unmatched.filter { $0.isPairs && leadsAlike($0, table) }
            if found.count == 1 { match(found[0], table) }
        }
    }

    /// The former names of the relationships of some pairs, with the tables of the models that declare them.
    private func earlierNames(of pairs: StoredTable, _ wanted: StoredSchema) -> [(
        owner: String, relationship: String
    )] {
        wanted.tables.flatMap { table in
            table.relationships.compactMap { relationship in
                guard relationship.pairs == pairs.name, let name = relationship.renamedFrom else {
                    return nil
                }
                return (table.name, name)
            }
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

    /// The new name of a table of the store.
    func newName(of table: String) -> String? { newNames[table] }
}
