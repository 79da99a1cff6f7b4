extension StoredSchema {
    /// The former names that this version gives to other parts.
    var reusedNames: [ReusedName] {
        ReusedName.all(
            in: tables.filter { !$0.isPairs }.map { table in
                ReusedName.Table(
                    name: table.name, model: table.model, former: table.renamedFrom,
                    columns: table.columns.map { ($0.name, $0.property, $0.renamedFrom) },
                    pairs: table.relationships.filter { $0.pairs != nil }
                        .map { ($0.name, $0.renamedFrom) })
            })
    }
}
