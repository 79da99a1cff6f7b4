package import GranaryStore

extension StoreCatalogue {
    /// The schema of the store: the recorded one, or for format 1 one made from its tables.
    ///
    /// A store of format 1 has not recorded references; they are taken from the wanted schema.
    package func storedSchema(like wanted: StoredSchema) -> StoredSchema {
        if let schema { return schema }
        return StoredSchema(
            tables: tables.map { table in
                let same = wanted.table(table.name)
                let heir = same ?? wanted.tables.first { $0.renamedFrom == table.name }
                return table.described(like: heir)
            })
    }

    /// The store's schema, with the tables of the requested configurations taken from a request.
    func schema(completedBy request: StoreOpenRequest) -> StoredSchema {
        let wanted = StoredSchema(request)
        return storedSchema(like: wanted)
            .exchanging(Set(request.entities.map(\.configuration)), for: wanted)
    }
}

extension StoreCatalogue.Table {
    fileprivate func described(like wanted: StoredTable?) -> StoredTable {
        var described = StoredTable(
            name: name, model: nil, configuration: configuration,
            columns: columns.map { StoredColumn($0.name, $0.type, isOptional: $0.isOptional) }, key: key)
        let names = Set(columns.map(\.name))
        described.references = wanted?.references.filter { names.isSuperset(of: $0.columns) } ?? []
        if described.isPairs { return described }
        described.uniques = indexes.filter(\.isUnique).map(\.columns)
        described.indexes = indexes.filter { !$0.isUnique && $0.isFolded != true }.map(\.columns)
        // The store does not keep an index whose columns another one, or the key, begins with.
        let kept = [key] + indexes.map(\.columns)
        described.indexes += (wanted?.indexes ?? []).filter { columns in
            !described.indexes.contains(columns) && kept.contains { $0.starts(with: columns) }
        }
        return described
    }
}
