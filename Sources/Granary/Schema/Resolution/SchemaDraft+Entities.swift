extension SchemaDraft {
    /// Makes the entities; only meaningful when no problem was found.
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
                relationships: relationships(of: position), uniques: uniques,
                indexes: indexes(of: position, key: key, uniques: uniques))
        }
    }

    private func relationships(of position: Int) -> [Relationship] {
        var toOne = models[position].description.attributes.count
        var toMany = 0
        return models[position].description.relationships.indices.map { index in
            let side = Side(model: position, relationship: index)
            let isToMany = declaration(side).isToMany
            defer { if isToMany { toMany += 1 } else { toOne += 1 } }
            return relationship(side, position: isToMany ? toMany : toOne)
        }
    }

    private func relationship(_ side: Side, position: Int) -> Relationship {
        let declared = declaration(side)
        let inverse = inverses[side].map { declaration($0).name }
        let storage: Relationship.Storage =
            if !declared.isToMany {
                .ownColumns
            } else if let link = links[side] {
                .link(link.table, isFirst: link.isFirst)
            } else {
                .destinationColumns(inverse: inverse ?? "")
            }
        return Relationship(
            name: declared.name, entity: models[side.model].name,
            destination: destinations[side].map { models[$0].name } ?? declared.destinationName,
            isToMany: declared.isToMany, isOptional: declared.isOptional, inverse: inverse,
            deleteRule: declared.deleteRule ?? .nullify, crossesConfigurations: crosses(side),
            storage: storage,
            columns: layouts[side.model].ranges[side.relationship] ?? 0..<0, position: position)
    }
}
