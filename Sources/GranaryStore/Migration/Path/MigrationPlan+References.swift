extension MigrationPlan {
    /// The new references of columns with values, with their tables in the new form: every value must lead to a row.
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

    /// The references that follow another key, in the current form of their tables, and the tables that they lead to:
    /// every value must lead to a row.
    package var followingReferences: [(table: StoredTable, reference: StoredReference, target: StoredTable)] {
        changes.flatMap { change in
            var found: [(table: StoredTable, reference: StoredReference, target: StoredTable)] = []
            for lookup in change.columns.compactMap(\.lookup) {
                guard let table = change.source, let target = source.table(lookup.table),
                    !found.contains(where: { $0.reference.columns == lookup.columns })
                else { continue }
                found.append((table, StoredReference(columns: lookup.columns, table: lookup.table), target))
            }
            return found
        }
    }

    /// The changes of the tables whose new key others follow.
    package var followedChanges: [TableChange] {
        let names = Set(changes.flatMap(\.columns).compactMap(\.lookup?.table))
        return changes.filter { $0.source.map { names.contains($0.name) } ?? false }
    }

    private func checkedProperties(of table: String) -> Set<String> {
        Set(steps.filter { $0.table == table && $0.action == .addReference }.flatMap(\.properties))
    }
}

extension StoredTable {
    /// The error for rows whose values in some columns lead to no row, so that they become no relationship or follow no
    /// other key; it lists the rows' keys.
    package func strays(
        of columns: [String], keys: [ObjectKey], followingKey isFollowing: Bool = false
    ) -> GranaryError {
        let properties = columns.map { column($0)?.property ?? $0 }
        var seen: Set<String> = []
        let distinct = properties.filter { seen.insert($0).inserted }
        let purpose =
            isFollowing
            ? "so that the migration finds no new key for them" : "which the migration makes a relationship"
        var error = GranaryError(
            .constraint,
            "Objects of \(label) have values of \(distinct.joined(separator: ", ")) that lead to no object, \(purpose); nothing was changed. Change them first: the error's conflicts list their keys.",
            context: .init(entity: label, properties: distinct, constraint: .reference))
        error.conflicts = keys.map {
            SaveConflict(entity: label, key: $0, base: nil, mine: nil, theirs: nil)
        }
        return error
    }
}
