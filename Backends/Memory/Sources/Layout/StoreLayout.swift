internal import GranaryStore

/// The tables of a store and how they refer to each other; never changes while the store is open.
typealias StoreLayout = TableDirectory<TableLayout>

extension TableDirectory<TableLayout> {
    /// Lays out the tables of entities and pairs.
    convenience init(entities: [Entity], links: [LinkTable]) {
        self.init(
            entities: entities, links: links,
            entityTable: { TableLayout($0, at: $1, among: $2) },
            linkTable: { TableLayout($0, at: $1, among: $2) }
        )
    }
}

extension TableLayout {
    /// The table of an entity, with an index for every relationship to one.
    fileprivate convenience init(_ entity: Entity, at position: Int, among tables: EntityPositions) {
        var references: [ReferenceLayout] = []
        for relationship in entity.toOne where !relationship.crossesConfigurations {
            guard let target = tables.find(relationship.destination) else { continue }
            references.append(
                ReferenceLayout(name: relationship.name, columns: Array(relationship.columns), target: target)
            )
        }
        let key = entity.keyColumns
        var indexes = entity.uniques.map {
            IndexLayout(columns: $0, key: key, isUnique: true, of: entity.columns)
        }
        for columns in entity.indexes + entity.toOne.map({ Array($0.columns) }) {
            let present = [key] + indexes.map(\.columns)
            if present.contains(where: { $0.starts(with: columns) }) { continue }
            indexes.append(IndexLayout(columns: columns, key: key, isUnique: false, of: entity.columns))
        }
        for place in entity.foldedIndexes.compactMap(entity.foldedPlace(of:)) {
            indexes.append(
                IndexLayout(
                    columns: [place], key: key, isUnique: false, isFolded: true, of: entity.columnsWithFolded)
            )
        }
        self.init(
            position: position, name: entity.name, entity: entity, columns: entity.columns, key: key,
            indexes: indexes, references: references)
    }

    /// The table of pairs, ordered by both halves, and by both halves in reverse.
    fileprivate convenience init(_ link: LinkTable, at position: Int, among tables: EntityPositions) {
        let columns = link.firstColumns + link.secondColumns
        let first = Array(link.firstColumns.indices)
        let second = Array(first.count..<columns.count)
        let halves = [(link.firstEntity, first), (link.secondEntity, second)]
        let references = halves.compactMap { entity, columns in
            tables.find(entity).map { ReferenceLayout(name: link.name, columns: columns, target: $0) }
        }
        self.init(
            position: position, name: link.name, entity: nil, columns: columns, key: first + second,
            indexes: [IndexLayout(columns: second + first, key: [], isUnique: false, of: columns)],
            references: references, pairs: link.side)
    }
}

extension LinkTable {
    /// An entity whose relationship has the pairs of this table, and the relationship.
    fileprivate var side: (entity: String, relationship: String)? {
        for relationship in firstEntity.toMany + secondEntity.toMany {
            guard case .link(let table, _) = relationship.storage, table.name == name else { continue }
            return (relationship.owner.name, relationship.name)
        }
        return nil
    }
}
