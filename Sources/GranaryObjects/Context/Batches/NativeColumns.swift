/// The columns of a native query whose values are written: those of the key, then those of attributes and of
/// relationships to one.
struct NativeColumns {
    private let entity: Entity
    /// The columns to set, in the order of the query.
    private(set) var columns: [Int] = []
    /// The properties to set.
    private(set) var properties = PropertySet()

    /// The kinds of the columns of the query.
    var kinds: [AttributeType] { entity.keyTypes + columns.map { entity.columns[$0].type } }

    /// Finds the columns of fields.
    ///
    /// - Throws: ``GranaryError/Code/query`` for anything but attributes outside of the key, and whole keys at the ends of
    ///   relationships to one, each once; ``GranaryError/Code/unsupported`` for a relationship between two single objects.
    init(_ fields: [ExpressionTree], _ entity: Entity) throws {
        self.entity = entity
        if fields.isEmpty { throw problem(.query, "A native write sets no attribute; name one.") }
        for tree in fields {
            let (name, column) = try column(of: tree)
            if entity.keyColumns.contains(column) {
                throw problem(
                    .query, "A primary key cannot change; delete the objects and insert new ones.", [name])
            }
            if columns.contains(column) {
                throw problem(.query, "A native write cannot set “\(name)” twice; name it once.", [name])
            }
            properties.insert(entity.columns[column].property)
            columns.append(column)
        }
        for relationship in relationships where !relationship.columns.allSatisfy(columns.contains) {
            throw problem(
                .query,
                "A native write sets a relationship by the whole key of its object; name every part of the key of “\(relationship.name)”.",
                [relationship.name])
        }
    }

    /// The relationships to set.
    private var relationships: [Relationship] {
        entity.toOne.filter { properties.contains($0.property) }
    }

    /// The column of a field, with the name of its property.
    private func column(of tree: ExpressionTree) throws -> (name: String, column: Int) {
        guard case .attribute(let path, let name) = tree, path.count < 2 else { throw foreign }
        guard let step = path.first else {
            guard let position = entity.attributePosition(name) else { throw foreign }
            return (name, entity.columns(ofProperty: position).lowerBound)
        }
        guard let relationship = entity.relationship(step), !relationship.isToMany,
            let part = Self.keyPart(name, of: relationship.destination)
        else { throw foreign }
        if relationship.isOneToOne {
            throw problem(
                .unsupported,
                "“\(step)” leads to one object that refers back to one, so a native write cannot set it; set it on the objects.",
                [step])
        }
        return (step, relationship.columns.lowerBound + part)
    }

    /// The position of an attribute in the key of an entity; `nil` for one that is no part of it.
    private static func keyPart(_ name: String, of entity: Entity) -> Int? {
        entity.attributePosition(name).flatMap { position in
            entity.keyColumns.firstIndex(of: entity.columns(ofProperty: position).lowerBound)
        }
    }

    private var foreign: GranaryError {
        problem(
            .query,
            "A native write sets attributes of \(entity.name) itself, and relationships to one by the keys of their objects, as in `$0.owner.id`."
        )
    }

    /// The values to write by the keys of their objects.
    func rows(_ rows: [[Value]]) throws -> [ObjectKey: AssignedRow] {
        var found: [ObjectKey: AssignedRow] = [:]
        let compound = relationships.filter { $0.columns.count > 1 }
        for row in rows {
            guard let key = ObjectKey(Array(row.prefix(entity.keyColumns.count))) else {
                throw problem(.query, "The native query has a row without a key; leave such rows out.")
            }
            let values = zip(columns, row.dropFirst(entity.keyColumns.count)).map { (column: $0, value: $1) }
            for (column, value) in values where value.isNull && !entity.columns[column].isOptional {
                let name = entity.propertyName(entity.columns[column].property)
                var error = problem(
                    .constraint,
                    "A native write gives “\(name)” no value in some object, and it must have one.", [name])
                error.context.constraint = .notNull
                throw error
            }
            for relationship in compound { try requireWholeKey(of: relationship, in: values) }
            if found.updateValue(AssignedRow(values), forKey: key) != nil {
                throw problem(
                    .query,
                    "The native query has two rows for one object; group them, so that one value is left.")
            }
        }
        return found
    }

    /// Throws for a key of another object that lacks a part.
    private func requireWholeKey(
        of relationship: Relationship, in values: [(column: Int, value: Value)]
    ) throws {
        let nulls = values.count { relationship.columns.contains($0.column) && $0.value.isNull }
        if nulls == 0 || nulls == relationship.columns.count { return }
        throw problem(
            .query,
            "The native query has a row with a part of the key of “\(relationship.name)”; give the whole key, or no part of it.",
            [relationship.name])
    }

    /// Throws for a value that the model could not make a property from.
    func requireReadable<M: Model>(_ values: AssignedRow, in row: any EvaluationRow, _ type: M.Type) throws {
        // Another value of the row that cannot be read is none of this write.
        let written = ValueCollector(entity.columns.indices.map { (try? row.value(at: $0)) ?? .null })
        values.encode(properties, of: entity, into: written)
        do {
            _ = try M(columns: written.values, of: entity)
        } catch let error as GranaryError where error.code == .malformed {
            let names = error.context.properties.filter { name in
                let position = entity.attributePosition(name) ?? entity.relationship(name)?.property
                return position.map(properties.contains) ?? false
            }
            if names.isEmpty { return }
            throw problem(
                .invalidValue,
                "The native query gives \(entity.name).\(names.joined(separator: ", ")) a value that the model cannot read; convert it in the query.",
                names)
        } catch {
            // A value of the rest of the row is missing.
        }
    }

    private func problem(_ code: GranaryError.Code, _ message: String, _ names: [String] = []) -> GranaryError
    {
        GranaryError(code, message, context: .init(entity: entity.name, properties: names))
    }
}
