/// The properties by which rows and snapshots of one model are matched.
struct MatchedProperties<Snapshot: ModelSnapshot> {
    let entity: Entity
    /// Their names, in the order of the list; those of the primary key for an empty list.
    let names: [String]
    /// Their positions.
    let properties: PropertySet
    /// How rows and snapshots are matched by them.
    let rowMatching: RowMatching

    /// Finds the properties of a list; an empty one means the primary key.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a name that is no property of the model, and for a property that is
    ///   named twice.
    init(_ list: [ModelProperty<Snapshot.Object>], of entity: Entity) throws {
        self.entity = entity
        names = list.isEmpty ? entity.model.key : list.map(\.name)
        properties = try list.isEmpty ? entity.keyProperties : entity.properties(list)
        rowMatching = RowMatching(properties, of: entity)
    }

    /// Whether no two rows can have the same values: they include the primary key, or a unique constraint.
    var areUnique: Bool {
        ([entity.keyColumns] + entity.uniques).contains { columns in
            columns.allSatisfy { properties.contains(entity.columns[$0].property) }
        }
    }

    /// Whether one of them may be `nil`.
    var mayBeNil: Bool { columns.contains { entity.columns[$0].isOptional } }

    /// Whether one of them is `nil` in a snapshot.
    func holdsNil(_ snapshot: Snapshot) throws -> Bool {
        let row = try values(of: snapshot)
        return columns.contains { row[$0].isNull }
    }

    private var columns: [Int] {
        entity.columns.indices.filter { properties.contains(entity.columns[$0].property) }
    }

    private func values(of snapshot: Snapshot) throws -> [Value] {
        try collected(entity) { try snapshot.encode(properties, of: entity, into: $0) }
    }

    /// A condition for the rows with the values of one of some snapshots, and perhaps more: it tests each value
    /// separately; `nil` if there can be none.
    ///
    /// Rows of values with a null are left out: constraints do not make them unique.
    func rows(like snapshots: [Snapshot]) throws -> ExpressionTree? {
        let columns = columns
        // Null equals nothing in a unique constraint, so an item with null names no row outside of the query.
        let rows = try snapshots.map(values).filter { row in !columns.contains { row[$0].isNull } }
        if rows.isEmpty { return nil }
        return .all(
            properties.positions.filter { $0 < entity.propertyCount }.map { position in
                let part = Array(entity.columns(ofProperty: position))
                let name = entity.propertyName(position)
                if position < entity.attributes.count {
                    let values = Set(rows.map { $0[position] })
                    return .isIn(.attribute(path: [], name: name), values.sorted { $0.compare($1) == .less })
                }
                let keys = Set(rows.compactMap { row in ObjectKey(part.map { row[$0] }) })
                return .holdsKey(path: [name], keys: keys.sorted())
            })
    }
}

extension Entity {
    /// The positions of some properties.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a name that is no stored property of the model, and for a property
    ///   that is named twice.
    package func properties<M: Model>(_ list: [ModelProperty<M>]) throws -> PropertySet {
        var properties = PropertySet()
        for property in list {
            if let problem = property.problem { throw problem }
            guard let position = (0..<propertyCount).first(where: { propertyName($0) == property.name })
            else {
                throw GranaryError(
                    .query, "“\(property.name)” is no attribute of \(name), nor a relationship to one.",
                    context: .init(entity: name, properties: [property.name]))
            }
            guard !properties.contains(position) else {
                throw GranaryError(
                    .query, "A list of properties of \(name) names “\(property.name)” twice; name it once.",
                    context: .init(entity: name, properties: [property.name]))
            }
            properties.insert(position)
        }
        return properties
    }
}
