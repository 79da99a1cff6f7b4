package import GranaryStore

/// The tables of one store: the form of each entity and each table of pairs in SQL.
package struct SQLLayout: Sendable {
    /// The entities of the store.
    package let entities: [Entity]
    /// The tables of pairs of the store.
    package let links: [LinkTable]
    /// All tables: those of entities in their order, then those of pairs.
    package let tables: [TableDefinition]

    private let positions: [String: Int]

    /// Lays out the tables of some entities.
    package init(entities: [Entity], links: [LinkTable]) {
        self.entities = entities
        self.links = links
        let positions = Dictionary(
            entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.positions = positions
        var names = IndexNames()
        let isHere: (Entity) -> Bool = { positions[$0.name] != nil }
        tables =
            entities.map { TableDefinition(of: $0, &names, besides: isHere) }
            + links.map { TableDefinition(of: $0, &names) }
    }

    /// The entity with a name, if the store holds it.
    package func entity(_ name: String) -> Entity? { positions[name].map { entities[$0] } }

    /// Whether the store holds an entity, or one of the same name from another schema.
    package func holds(_ entity: Entity) -> Bool { positions[entity.name] != nil }

    /// The table of an entity.
    package func table(of entity: Entity) -> TableDefinition? { positions[entity.name].map { tables[$0] } }

    /// The entity whose table has a name.
    package func entity(ofTable name: String) -> Entity? { entities.first { $0.table == name } }

    /// Whether the engine checks the references of a relationship to one.
    package func isEnforced(_ relationship: Relationship) -> Bool {
        relationship.isEnforced(holds)
    }
}

extension Relationship {
    /// Whether the engine checks the references: not if they lead to another configuration or out of the store.
    func isEnforced(_ isHere: (Entity) -> Bool) -> Bool {
        !isToMany && !crossesConfigurations && isHere(destination)
    }
}
