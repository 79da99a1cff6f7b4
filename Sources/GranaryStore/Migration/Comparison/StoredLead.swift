/// One way from the rows of a table to those of another: a relationship to one, or a half of pairs.
struct StoredLead {
    /// The name of the relationship; the column's for one that is not recorded.
    let name: String
    /// The columns that hold a key, in key order.
    let columns: [String]
    /// The name of the table that the key belongs to.
    let table: String
}

extension StoredSchema {
    /// The ways from the rows of one of its tables, also to tables of other configurations.
    func leads(of table: StoredTable) -> [StoredLead] {
        let declared = table.relationships.compactMap { relationship -> StoredLead? in
            guard !relationship.isToMany, !relationship.columns.isEmpty else { return nil }
            // The reference names the table even if the store has not recorded the model.
            let referred = table.references.first { $0.columns == relationship.columns }?.table
            let named = tables.first { $0.model == relationship.destination }?.name
            return (referred ?? named).map {
                StoredLead(
                    name: relationship.name, columns: relationship.columns, table: $0)
            }
        }
        let other = table.references.filter { reference in
            !declared.contains { $0.columns == reference.columns }
        }
        return declared
            + other.map { reference in
                let name = reference.columns.first.flatMap(table.column)?.property
                return StoredLead(name: name ?? "", columns: reference.columns, table: reference.table)
            }
    }
}
