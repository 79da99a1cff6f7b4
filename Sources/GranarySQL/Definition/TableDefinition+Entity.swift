import GranaryStore

extension TableDefinition {
    /// The table of an entity.
    init(of entity: Entity, _ names: inout IndexNames, besides isHere: (Entity) -> Bool) {
        let name: (Int) -> String = { entity.columns[$0].name }
        columns =
            entity.columns.map { ColumnDefinition(name: $0.name, type: $0.type, isOptional: $0.isOptional) }
            + [ColumnDefinition(name: GranaryColumn.version, type: .integer, isOptional: false)]
            + entity.foldedIndexes.map { ColumnDefinition(foldedTextsOf: name($0)) }
        self.name = entity.table
        key = entity.keyColumns.map(name)
        let described = entity.uniques.map { ($0, true) } + entity.indexes.map { ($0, false) }
        indexes = described.map { positions, isUnique in
            let columns = positions.map(name)
            return IndexDefinition(
                name: names.name(table: entity.table, columns: columns, isUnique: isUnique), columns: columns,
                isUnique: isUnique)
        }
        indexes += entity.foldedIndexes.map(name).map { column in
            IndexDefinition(
                name: names.name(table: entity.table, columns: [column, "folded"], isUnique: false),
                columns: [Entity.foldedName(of: column)], isUnique: false)
        }
        references = entity.toOne.compactMap { relationship in
            guard relationship.isEnforced(isHere) else { return nil }
            let target = relationship.destination
            return ReferenceDefinition(
                columns: relationship.columns.map(name), table: target.table,
                target: target.keyColumns.map { target.columns[$0].name })
        }
    }

    /// The table of the pairs of a relationship from many to many; its key is the pair.
    init(of link: LinkTable, _ names: inout IndexNames) {
        let first = link.firstColumns.map(\.name)
        let second = link.secondColumns.map(\.name)
        name = link.name
        columns = (link.firstColumns + link.secondColumns).map {
            ColumnDefinition(name: $0.name, type: $0.type, isOptional: false)
        }
        key = first + second
        // With both halves the index alone can answer for the other side.
        indexes = [
            IndexDefinition(
                name: names.name(table: link.name, columns: second, isUnique: false), columns: second + first,
                isUnique: false)
        ]
        references = [(first, link.firstEntity), (second, link.secondEntity)].map { columns, target in
            ReferenceDefinition(
                columns: columns, table: target.table,
                target: target.keyColumns.map { target.columns[$0].name })
        }
    }
}
