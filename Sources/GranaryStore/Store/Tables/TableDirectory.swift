/// The tables of a store and the references between them; never changes while the store is open.
package final class TableDirectory<Table: StoreTable>: Sendable {
    /// The tables: the entities in the given order, then the link tables.
    @usableFromInline package let tables: [Table]
    /// The references to each table, by the positions of table and reference.
    package let referrers: [[(table: Int, reference: Int)]]
    /// The positions of the entities' tables.
    @usableFromInline package let positions: EntityPositions
    private let links: [String: Int]

    /// Makes the tables of entities and pairs.
    ///
    /// The closures get each table's position, and the positions of the entities' tables.
    package init(
        entities: [Entity], links: [LinkTable],
        entityTable: (Entity, Int, EntityPositions) throws -> Table,
        linkTable: (LinkTable, Int, EntityPositions) throws -> Table
    ) rethrows {
        positions = EntityPositions(entities)
        var tables: [Table] = []
        for entity in entities { tables.append(try entityTable(entity, tables.count, positions)) }
        for link in links { tables.append(try linkTable(link, tables.count, positions)) }
        var referrers: [[(table: Int, reference: Int)]] = tables.map { _ in [] }
        for table in tables {
            for (index, reference) in table.references.enumerated() {
                referrers[reference.target].append((table.position, index))
            }
        }
        self.tables = tables
        self.referrers = referrers
        self.links = Dictionary(
            links.enumerated().map { ($1.name, entities.count + $0) }, uniquingKeysWith: { first, _ in first }
        )
    }

    /// The table of an entity.
    ///
    /// - Throws: ``GranaryError/Code/query`` if it is not in this store.
    @inlinable package func table(of entity: Entity) throws -> Table {
        if let position = positions.find(entity) { return tables[position] }
        throw Self.absent(entity)
    }

    @usableFromInline static func absent(_ entity: Entity) -> GranaryError {
        GranaryError(.query, "\(entity.name) is not in this store.", context: .init(entity: entity.name))
    }

    /// The table of pairs.
    ///
    /// - Throws: ``GranaryError/Code/query`` if it is not in this store.
    package func table(of link: LinkTable) throws -> Table {
        if let position = links[link.name] { return tables[position] }
        throw GranaryError(.query, "The link table \(link.name) is not in this store.")
    }

    /// A binder for expressions over the rows of an entity.
    package func binder(for entity: Entity) -> ExpressionBinder {
        ExpressionBinder(entity) { [self] name in positions.find(named: name).flatMap { tables[$0].entity } }
    }

    /// The error for a reference to a row that does not exist.
    package func dangling(_ reference: Table.Reference, of table: Table) -> GranaryError {
        let target = tables[reference.target].name
        guard let entity = table.entity else {
            let owner = table.references.first.map { tables[$0.target].name }
            return GranaryError(
                .constraint,
                "A pair in \(table.name) names an object of \(target) that does not exist; remove the pair, or keep the object.",
                context: .init(entity: owner ?? table.name, constraint: .reference))
        }
        return GranaryError(
            .constraint,
            ConstraintText.dangling(
                "\(table.name).\(reference.name)", target,
                isOptional: entity.relationship(reference.name)?.isOptional ?? true),
            context: .init(entity: table.name, properties: [reference.name], constraint: .reference))
    }
}
