internal import Granary

/// The tables of a store and how they refer to each other; never changes while the store is open.
final class StoreLayout: Sendable {
    /// The tables: the entities in the order of the request, then the link tables.
    let tables: [TableLayout]
    /// Which tables refer to a table, by the positions of table and reference.
    let referrers: [[(table: Int, reference: Int)]]
    private let entities: [String: Int]
    /// The position of an entity's table by the entity's place in its schema.
    private let positions: [Int?]
    private let links: [String: Int]

    /// Lays out the tables of a request as a catalogue numbers them.
    init(_ request: StoreOpenRequest, _ catalogue: StoreCatalogue) throws {
        let entities = request.entities
        let positions = Dictionary(
            entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        var tables: [TableLayout] = []
        for entity in entities {
            let table = try catalogue.table(named: entity.table)
            tables.append(try TableLayout(entity, at: tables.count, catalogue: table, among: positions))
        }
        for link in request.links {
            let table = try catalogue.table(named: link.name)
            tables.append(try TableLayout(link, at: tables.count, catalogue: table, among: positions))
        }
        var referrers: [[(table: Int, reference: Int)]] = tables.map { _ in [] }
        for table in tables {
            for (index, reference) in table.references.enumerated() {
                referrers[reference.target].append((table.position, index))
            }
        }
        self.tables = tables
        self.referrers = referrers
        self.entities = positions
        self.positions = (0..<(1 + (entities.map(\.index).max() ?? -1))).map { index in
            entities.firstIndex { $0.index == index }
        }
        links = Dictionary(
            request.links.enumerated().map { ($1.name, entities.count + $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The table of an entity.
    ///
    /// - Throws: `GranaryError.Code.query` when it is not in this store.
    func table(of entity: Entity) throws -> TableLayout {
        if positions.indices.contains(entity.index), let position = positions[entity.index],
            tables[position].entity === entity
        {
            return tables[position]
        }
        if let position = entities[entity.name] { return tables[position] }
        throw GranaryError(
            .query, "\(entity.name) is not in this store.", context: .init(entity: entity.name))
    }

    /// The table of pairs.
    ///
    /// - Throws: `GranaryError.Code.query` when it is not in this store.
    func table(of link: LinkTable) throws -> TableLayout {
        if let position = links[link.name] { return tables[position] }
        throw GranaryError(.query, "The link table \(link.name) is not in this store.")
    }

    /// What binds expressions over the rows of an entity.
    func binder(for entity: Entity) -> ExpressionBinder {
        ExpressionBinder(entity) { [self] name in entities[name].flatMap { tables[$0].entity } }
    }
}

extension TableLayout {
    /// The table of an entity.
    fileprivate convenience init(
        _ entity: Entity, at position: Int, catalogue: StoreCatalogue.Table, among tables: [String: Int]
    ) throws {
        var references: [ReferenceLayout] = []
        for relationship in entity.toOne where !relationship.crossesConfigurations {
            guard let target = tables[relationship.destination] else { continue }
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
        _ link: LinkTable, at position: Int, catalogue: StoreCatalogue.Table, among tables: [String: Int]
    ) throws {
        let columns = link.firstColumns + link.secondColumns
        let first = Array(link.firstColumns.indices)
        let second = Array(first.count..<columns.count)
        let halves = [(link.firstEntity, first), (link.secondEntity, second)]
        let references = halves.compactMap { name, half in
            tables[name].map {
                ReferenceLayout(name: link.name, columns: half, of: columns, target: $0)
            }
        }
        try self.init(
            position: position, entity: nil, name: link.name, columns: columns, key: first + second,
            firstCount: first.count, catalogue: catalogue, references: references)
    }
}
