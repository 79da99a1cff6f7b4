extension MigrationPlan {
    /// The references that columns with values become, with their tables in the new shape: every value has to lead to a
    /// row.
    package var checkedReferences: [(table: StoredTable, reference: StoredReference)] {
        changes.compactMap(\.target).flatMap { table in
            let properties = checkedProperties(of: table.name)
            return table.references.filter { reference in
                reference.columns.contains { name in
                    table.column(name).map { properties.contains($0.property) } ?? false
                }
            }.map { (table, $0) }
        }
    }

    /// Whether a table has such a reference, so that its references have to be rebuilt.
    package func checksReferences(of table: String) -> Bool { !checkedProperties(of: table).isEmpty }

    private func checkedProperties(of table: String) -> Set<String> {
        Set(steps.filter { $0.table == table && $0.action == .addReference }.flatMap(\.properties))
    }
}

extension StoredTable {
    /// The error for rows whose values in some columns lead to no row; it lists the rows' keys.
    package func strays(of columns: [String], keys: [ObjectKey]) -> GranaryError {
        let properties = columns.map { column($0)?.property ?? $0 }
        var seen: Set<String> = []
        let distinct = properties.filter { seen.insert($0).inserted }
        var error = GranaryError(
            .constraint,
            "Objects of \(label) have values of \(distinct.joined(separator: ", ")) that lead to no object, which the migration makes a relationship; nothing was changed. Change them first: the error's conflicts list their keys.",
            context: .init(entity: label, properties: distinct, constraint: .reference))
        error.conflicts = keys.map {
            SaveConflict(entity: label, key: $0, base: nil, mine: nil, theirs: nil)
        }
        return error
    }
}
