extension SchemaDraft {
    /// Makes the entities without their relationships; only valid if no problem was found.
    mutating func makeEntities() -> [Entity] {
        models.indices.map { position in
            let model = models[position]
            let key = model.description.key.compactMap { name in
                model.description.attributes.firstIndex { $0.name == name }
            }
            let uniques = uniques(of: position, key: key)
            return Entity(
                model: model.description, type: model.type, index: position,
                configuration: model.configuration, columns: layouts[position].columns, keyColumns: key,
                uniques: uniques, indexes: indexes(of: position, key: key, uniques: uniques),
                foldedIndexes: foldedIndexes(of: position),
                rules: rules(of: position), mergeRules: mergeRules(of: position))
        }
    }

    /// Sets the relationships of the entities of a valid draft; returns the tables of pairs, by name.
    func connect(_ entities: [Entity]) -> [LinkTable] {
        let tables = Dictionary(
            linkDrafts.map { ($0.name, LinkTable($0, entities)) }, uniquingKeysWith: { first, _ in first })
        var made: [Side: Relationship] = [:]
        // Relationships to one come first, because those to many refer to their columns.
        for toMany in [false, true] {
            for model in models.indices {
                let sides = sides(of: model).filter { declaration($0).isToMany == toMany }
                for (position, side) in sides.enumerated() {
                    made[side] = relationship(side, at: position, entities, made, tables)
                }
            }
        }
        for (side, other) in inverses {
            if let relationship = made[side], let inverse = made[other] { relationship.connect(to: inverse) }
        }
        for (model, entity) in entities.enumerated() {
            entity.complete(sides(of: model).compactMap { made[$0] })
        }
        return linkDrafts.compactMap { tables[$0.name] }
    }

    private func sides(of model: Int) -> [Side] {
        models[model].description.relationships.indices.map { Side(model: model, relationship: $0) }
    }

    private func relationship(
        _ side: Side, at position: Int, _ entities: [Entity], _ made: [Side: Relationship],
        _ tables: [String: LinkTable]
    ) -> Relationship? {
        let declared = declaration(side)
        guard let destination = destinations[side] else { return nil }
        let storage: Relationship.Storage
        if !declared.isToMany {
            storage = .ownColumns
        } else if let link = links[side], let table = tables[link.table.name] {
            storage = .link(table, isFirst: link.isFirst)
        } else if let inverse = inverses[side].flatMap({ made[$0] }) {
            storage = .destinationColumns(inverse: inverse)
        } else {
            return nil
        }
        return Relationship(
            declared, of: entities[side.model], to: entities[destination], storage: storage,
            columns: layouts[side.model].ranges[side.relationship] ?? 0..<0, position: position)
    }
}
