/// The positions of a store's entities, for look-ups without hashing.
package struct EntityPositions: Sendable {
    @usableFromInline let entities: [Entity]
    /// The positions by the entities' indexes in their schema.
    @usableFromInline let byIndex: [Int?]
    private let byName: [String: Int]

    /// Makes a table of the positions of entities in an array.
    package init(_ entities: [Entity]) {
        self.entities = entities
        var byIndex = [Int?](repeating: nil, count: 1 + (entities.map(\.index).max() ?? -1))
        for (position, entity) in entities.enumerated() { byIndex[entity.index] = position }
        self.byIndex = byIndex
        byName = Dictionary(
            entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The position of an entity, which may come from another schema with an entity of the same name.
    @inlinable package func find(_ entity: Entity) -> Int? {
        if byIndex.indices.contains(entity.index), let position = byIndex[entity.index],
            entities[position] === entity
        {
            return position
        }
        return find(named: entity.name)
    }

    /// The position of the entity with a name.
    @usableFromInline package func find(named name: String) -> Int? { byName[name] }
}
