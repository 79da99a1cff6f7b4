internal import GranaryStore

/// The tables of a store and the references between them; never changes while the store is open.
typealias StoreLayout = TableDirectory<TableLayout>

extension TableDirectory<TableLayout> {
    /// Lays out the tables of a request with the numbers of a catalogue.
    convenience init(_ request: StoreOpenRequest, _ catalogue: StoreCatalogue) throws {
        try self.init(entities: request.entities, links: request.links) { entity, position, places in
            let table = try catalogue.table(named: entity.table)
            return try TableLayout(entity, at: position, catalogue: table, among: places)
        } linkTable: { link, position, places in
            let table = try catalogue.table(named: link.name)
            return try TableLayout(link, at: position, catalogue: table, among: places)
        }
    }
}

extension TableLayout {
    /// The table of an entity.
    fileprivate convenience init(
        _ entity: Entity, at position: Int, catalogue: StoreCatalogue.Table, among tables: EntityPositions
    ) throws {
        var references: [ReferenceLayout] = []
        for relationship in entity.toOne where !relationship.crossesConfigurations {
            guard let target = tables.find(relationship.destination) else { continue }
            references.append(
                ReferenceLayout(
                    name: relationship.name, columns: Array(relationship.columns), of: entity.columns,
                    target: target))
        }
        try self.init(
            position: position, entity: entity, name: entity.name, columns: entity.columns,
            key: entity.keyColumns, catalogue: catalogue, references: references)
    }

    /// The table of pairs, whose key is both halves.
    fileprivate convenience init(
        _ link: LinkTable, at position: Int, catalogue: StoreCatalogue.Table, among tables: EntityPositions
    ) throws {
        let columns = link.firstColumns + link.secondColumns
        let first = Array(link.firstColumns.indices)
        let second = Array(first.count..<columns.count)
        let halves = [(link.firstEntity, first), (link.secondEntity, second)]
        let references = halves.compactMap { entity, half in
            tables.find(entity).map {
                ReferenceLayout(name: link.name, columns: half, of: columns, target: $0)
            }
        }
        try self.init(
            position: position, entity: nil, name: link.name, columns: columns, key: first + second,
            firstCount: first.count, catalogue: catalogue, references: references)
    }
}
