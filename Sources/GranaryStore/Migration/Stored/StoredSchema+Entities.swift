extension StoredSchema {
    /// Describes the stored form of some entities and tables of pairs.
    public init(entities: [Entity], links: [LinkTable]) {
        let names = Set(entities.map(\.name))
        self.init(
            tables: entities.map { StoredTable($0, besides: names) } + links.map(StoredTable.init(_:)))
    }

    /// Describes the schema that a request asks for, as a new store records it.
    public init(_ request: StoreOpenRequest) {
        if let recorded = request.recorded as? StoredSchema {
            self = recorded
            return
        }
        self.init(entities: request.entities, links: request.links)
        migrations = request.migrations
        if request.isReadableByOlderVersions { readableByOlderVersions = configurations.sorted() }
    }

    /// The part that belongs to some configurations.
    public func part(of configurations: Set<String>) -> StoredSchema {
        var part = StoredSchema(
            tables: tables.filter { configurations.contains($0.configuration) },
            migrations: migrations.filter { !configurations.isDisjoint(with: $0.configurations) })
        part.readableByOlderVersions = readableByOlderVersions.filter(configurations.contains)
        return part
    }

    /// The same schema with the tables of some configurations replaced.
    ///
    /// The migrations stay, and those of configurations that are all new here are added.
    public func exchanging(_ configurations: Set<String>, for other: StoredSchema) -> StoredSchema {
        let kept = tables.filter { !configurations.contains($0.configuration) }
        let (held, known) = (self.configurations, Set(migrations.map(\.name)))
        let begun = other.migrations.filter {
            !known.contains($0.name) && held.isDisjoint(with: $0.configurations)
        }
        var exchanged = StoredSchema(tables: kept + other.tables, migrations: migrations + begun)
        let readable = readableByOlderVersions.filter { !configurations.contains($0) }
        exchanged.readableByOlderVersions = (readable + other.readableByOlderVersions).sorted()
        return exchanged
    }
}

extension StoredTable {
    /// Describes the table of an entity in a store that holds the entities with some names.
    fileprivate init(_ entity: Entity, besides names: Set<String>) {
        let name: (Int) -> String = { entity.columns[$0].name }
        self.init(
            name: entity.table, model: entity.name, configuration: entity.configuration,
            columns: entity.columns.enumerated().map { position, column in
                let attribute =
                    position < entity.attributes.count ? entity.attributes[position] : nil
                let property = entity.propertyName(column.property)
                let relationship = entity.model.relationships.first { $0.name == property }
                return StoredColumn(
                    column.name, column.type, isOptional: column.isOptional, property: property,
                    defaultValue: attribute?.defaultValue,
                    renamedFrom: attribute?.renamedFrom ?? relationship?.renamedFrom)
            },
            key: entity.keyColumns.map(name))
        renamedFrom = entity.model.renamedFrom
        uniques = entity.uniques.map { $0.map(name) }
        indexes = entity.indexes.map { $0.map(name) }
        if !entity.foldedIndexes.isEmpty { foldedIndexes = entity.foldedIndexes.map(name) }
        references = entity.toOne.compactMap { relationship in
            guard !relationship.crossesConfigurations, names.contains(relationship.destination.name) else {
                return nil
            }
            return StoredReference(
                columns: relationship.columns.map(name), table: relationship.destination.table)
        }
        relationships = entity.relationships.map(StoredRelationship.init)
    }

    /// Describes a table of pairs.
    fileprivate init(_ link: LinkTable) {
        let columns = link.firstColumns + link.secondColumns
        self.init(
            name: link.name, model: nil, configuration: link.firstEntity.configuration,
            columns: columns.map { StoredColumn($0.name, $0.type) }, key: columns.map(\.name))
        references = [
            StoredReference(columns: link.firstColumns.map(\.name), table: link.firstEntity.table),
            StoredReference(columns: link.secondColumns.map(\.name), table: link.secondEntity.table),
        ]
    }
}

extension StoredRelationship {
    fileprivate init(_ relationship: Relationship) {
        name = relationship.name
        destination = relationship.destination.name
        isToMany = relationship.isToMany
        isOptional = relationship.isOptional
        inverse = relationship.inverse?.name
        deleteRule = relationship.deleteRule
        renamedFrom =
            relationship.owner.model.relationships.first { $0.name == relationship.name }?.renamedFrom
        columns = relationship.columns.map { relationship.owner.columns[$0].name }
        if case .link(let table, _) = relationship.storage { pairs = table.name } else { pairs = nil }
    }
}
