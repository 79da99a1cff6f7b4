package import Granary

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

/// Gives indexes descriptive names that are unique in a database.
struct IndexNames {
    private var taken: Set<String> = []

    /// The name of an index: table and columns, with a number if the name is taken, within PostgreSQL's 63 bytes.
    mutating func name(table: String, columns: [String], isUnique: Bool) -> String {
        let suffix = isUnique ? "_unique" : "_index"
        let stem = ([table] + columns).joined(separator: "_")
        var name = Self.cut(stem, to: 63 - suffix.utf8.count) + suffix
        var number = 2
        while !taken.insert(name.lowercased()).inserted {
            let ending = "_\(number)\(suffix)"
            name = Self.cut(stem, to: 63 - ending.utf8.count) + ending
            number += 1
        }
        return name
    }

    static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var end = text.startIndex
        var count = 0
        for character in text {
            count += character.utf8.count
            if count > bytes { break }
            end = text.index(after: end)
        }
        return String(text[..<end])
    }
}
