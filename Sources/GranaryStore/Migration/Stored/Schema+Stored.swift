extension Schema {
    /// Makes the schema that a store has recorded, without Swift types, to read its rows as records.
    ///
    /// A table without a recorded model is named after itself. The columns of a relationship whose target is outside of
    /// the store, or unknown, become attributes.
    package convenience init(stored: StoredSchema) {
        let draft = StoredEntities(stored)
        self.init(
            name: "Stored", entities: draft.entities, configurations: stored.configurations.sorted(),
            links: draft.links,
            fingerprint: SchemaFingerprint.of(draft.entities, draft.links, reusing: stored.reusedNames))
    }
}

extension StoredSchema {
    /// A digest of everything that determines how rows are stored, as ``Schema/fingerprint(of:)`` computes it for
    /// models.
    ///
    /// It identifies a version of the models: a `Migration` leads from one to another.
    public var fingerprint: String { Schema(stored: self).fingerprint }

    /// The digest of the part that belongs to some configurations.
    public func fingerprint(of configurations: Set<String>) -> String {
        part(of: configurations).fingerprint
    }

    /// The digest as computed by versions of Granary that did not know reused names.
    package var fingerprintWithoutNames: String {
        let draft = StoredEntities(self)
        return SchemaFingerprint.of(draft.entities, draft.links, reusing: [])
    }
}

/// The entities and tables of pairs of stored tables.
private struct StoredEntities {
    private(set) var entities: [Entity] = []
    private(set) var links: [LinkTable] = []
    private let tables: [StoredTable]
    private let positions: [String: Int]
    /// The relationships to one of each table with columns and a target in this store.
    private let toOne: [[(declared: RelationshipDescription, columns: [String], table: Int)]]

    init(_ schema: StoredSchema) {
        let models = schema.tables.filter { !$0.isPairs }
            .sorted { ($0.configuration, $0.label) < ($1.configuration, $1.label) }
        tables = models
        positions = Dictionary(
            models.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let positions = positions
        toOne = models.map { Self.toOne($0, positions) }
        entities = models.indices.map(entity)
        var drafts: [String: LinkDraft] = [:]
        for table in schema.tables where table.isPairs {
            guard let first = positions[table.references[0].table],
                let second = positions[table.references[1].table]
            else { continue }
            drafts[table.name] = LinkDraft(
                name: table.name, first: first, firstColumns: Self.half(0, of: table), second: second,
                secondColumns: Self.half(1, of: table))
        }
        links = drafts.values.sorted { $0.name < $1.name }.map { LinkTable($0, entities) }
        connect()
    }

    private static func half(_ half: Int, of table: StoredTable) -> [Column] {
        table.references[half].columns.enumerated().compactMap { position, name in
            table.column(name).map {
                Column(name: name, type: $0.type, isOptional: false, property: position)
            }
        }
    }

    private static func toOne(_ table: StoredTable, _ positions: [String: Int]) -> [(
        declared: RelationshipDescription, columns: [String], table: Int
    )] {
        table.references.compactMap { reference in
            guard let position = positions[reference.table], let first = reference.columns.first else {
                return nil
            }
            let known = table.relationships.first { !$0.isToMany && $0.columns == reference.columns }
            let column = table.column(first)
            let name = known?.name ?? column?.property ?? first
            let declared = RelationshipDescription(
                name, to: known?.destination ?? reference.table, isToMany: false,
                isOptional: known?.isOptional ?? column?.isOptional ?? true, inverse: known?.inverse,
                deleteRule: known?.deleteRule)
            return (declared, reference.columns, position)
        }
    }

    private func entity(_ index: Int) -> Entity {
        let table = tables[index]
        let referring = Set(toOne[index].flatMap(\.columns))
        let attributes = table.columns.filter { !referring.contains($0.name) }
        var columns = attributes.enumerated().map { position, column in
            Column(
                name: column.name, type: column.type, isOptional: column.isOptional, property: position)
        }
        for (number, relationship) in toOne[index].enumerated() {
            columns += relationship.columns.compactMap { name in
                table.column(name).map {
                    Column(
                        name: name, type: $0.type, isOptional: $0.isOptional,
                        property: attributes.count + number)
                }
            }
        }
        let order = Dictionary(
            columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let places: ([String]) -> [Int] = { $0.compactMap { order[$0] } }
        let names = Self.propertyNames(attributes)
        let folded = Set(table.foldedIndexes ?? [])
        let model = ModelDescription(
            name: table.label, table: table.name, configuration: table.configuration,
            attributes: zip(attributes, names).map { column, name in
                AttributeDescription(
                    name, column.type, isOptional: column.isOptional, column: column.name,
                    hasFoldedIndex: folded.contains(column.name), defaultValue: column.defaultValue)
            },
            relationships: toOne[index].map(\.declared), key: table.key)
        return Entity(
            model: model, type: nil, index: index, configuration: table.configuration, columns: columns,
            keyColumns: places(table.key), uniques: table.uniques.map(places),
            indexes: table.indexes.map(places),
            foldedIndexes: attributes.indices.filter { folded.contains(attributes[$0].name) })
    }

    /// The names of attributes; columns of a relationship that leads out of the store have their own names.
    private static func propertyNames(_ columns: [StoredColumn]) -> [String] {
        columns.map { column in
            columns.count { $0.property == column.property } == 1 ? column.property : column.name
        }
    }

    /// Sets the relationships of the entities: those to one, and those to many with known pairs or a known inverse.
    private func connect() {
        var made: [[Relationship]] = []
        for (index, entity) in entities.enumerated() {
            var next = entity.attributes.count
            made.append(
                toOne[index].enumerated().map { position, found in
                    let first = entity.columns.firstIndex { $0.property == next } ?? 0
                    next += 1
                    return Relationship(
                        found.declared, of: entity, to: entities[found.table], storage: .ownColumns,
                        columns: first..<(first + found.columns.count), position: position)
                })
        }
        var toMany: [[Relationship]] = entities.map { _ in [] }
        for (index, entity) in entities.enumerated() {
            let declared = tables[index].relationships.filter(\.isToMany)
            for (position, relationship) in declared.enumerated() {
                guard let end = entities.firstIndex(where: { $0.name == relationship.destination }) else {
                    continue
                }
                let inverse = made[end].first { $0.name == relationship.inverse }
                let link = links.first { $0.name == relationship.pairs }
                let isFirst = link.map { relationship.isFirst(of: entity, in: $0) } ?? true
                guard
                    let storage = link.map({ Relationship.Storage.link($0, isFirst: isFirst) })
                        ?? inverse.map({ .destinationColumns(inverse: $0) })
                else { continue }
                let description = RelationshipDescription(
                    relationship.name, to: relationship.destination, isToMany: true,
                    inverse: relationship.inverse, deleteRule: relationship.deleteRule)
                toMany[index].append(
                    Relationship(
                        description, of: entity, to: entities[end], storage: storage, columns: 0..<0,
                        position: position))
            }
        }
        let all = zip(made, toMany).map { $0 + $1 }
        for relationships in all {
            for relationship in relationships where relationship.inverse == nil {
                guard
                    let end = entities.firstIndex(where: { $0 === relationship.destination }),
                    let name = declaredInverse(of: relationship),
                    let other = all[end].first(where: {
                        $0.name == name && $0.destination === relationship.owner
                    })
                else { continue }
                relationship.connect(to: other)
            }
        }
        for (entity, relationships) in zip(entities, all) { entity.complete(relationships) }
    }

    private func declaredInverse(of relationship: Relationship) -> String? {
        tables[relationship.owner.index].relationships.first { $0.name == relationship.name }?.inverse
    }
}
