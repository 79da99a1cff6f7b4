internal import GranaryStore

extension StoreCatalogue {
    /// The tables of a request, with numbered columns and indexes, but without table numbers.
    static func tables(of request: StoreOpenRequest) -> [Table] {
        request.entities.map(table(of:))
            + request.links.map { table(of: $0, in: $0.firstEntity.configuration) }
    }

    /// The table of an entity, with an index for every relationship to one.
    private static func table(of entity: Entity) -> Table {
        let key = entity.keyColumns
        var indexes = entity.uniques.map { (columns: $0, isUnique: true, isFolded: false) }
        for columns in entity.indexes + entity.toOne.map({ Array($0.columns) }) {
            let present = [key] + indexes.map(\.columns)
            if present.contains(where: { $0.starts(with: columns) }) { continue }
            indexes.append((columns, false, false))
        }
        indexes += entity.foldedIndexes.map { ([$0], false, true) }
        return table(entity.table, entity.configuration, entity.columns, key: key, indexes)
    }

    /// The table of pairs, with an index by the second half, then the first.
    private static func table(of link: LinkTable, in configuration: String) -> Table {
        let columns = link.firstColumns + link.secondColumns
        let first = Array(link.firstColumns.indices)
        let second = Array(first.count..<columns.count)
        return table(
            link.name, configuration, columns, key: first + second,
            [(second + first, isUnique: false, isFolded: false)])
    }

    private static func table(
        _ name: String, _ configuration: String, _ columns: [GranaryStore.Column], key: [Int],
        _ indexes: [(columns: [Int], isUnique: Bool, isFolded: Bool)]
    ) -> Table {
        Table(
            id: 0, name: name, configuration: configuration,
            columns: columns.enumerated().map {
                Column(id: $0 + 1, name: $1.name, type: $1.type, isOptional: $1.isOptional)
            },
            key: key.map { columns[$0].name },
            indexes: indexes.enumerated().map { position, index in
                Index(
                    id: position + 1, columns: index.columns.map { columns[$0].name },
                    isUnique: index.isUnique, isFolded: index.isFolded ? true : nil)
            },
            nextColumn: columns.count + 1, nextIndex: indexes.count + 1)
    }
}
