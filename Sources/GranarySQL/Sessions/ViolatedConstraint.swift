package import GranaryStore

/// A violated constraint of the schema, in the words that every SQL store uses.
package struct ViolatedConstraint {
    private let entity: Entity
    private let properties: [String]
    private let kind: GranaryError.Constraint

    /// A constraint on some columns of an entity.
    package init(_ entity: Entity, columns: [Int], _ kind: GranaryError.Constraint) {
        self.entity = entity
        self.kind = kind
        properties = Self.properties(of: columns, entity)
    }

    /// The reference in some columns of an entity, given by their names.
    package init(_ entity: Entity, reference columns: [String]) {
        let relationship = entity.toOne.first { $0.columns.map { entity.columns[$0].name } == columns }
        self.entity = entity
        kind = .reference
        properties = relationship.map { [$0.name] } ?? []
    }

    /// The names of the properties that some columns belong to, each once.
    private static func properties(of columns: [Int], _ entity: Entity) -> [String] {
        var names: [String] = []
        for column in columns {
            let name = entity.propertyName(entity.columns[column].property)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The error with entity, properties and constraint.
    package func described(_ error: GranaryError) -> GranaryError {
        var error = error
        error.message = message
        error.context.entity = entity.name
        error.context.properties = properties
        error.context.constraint = kind
        return error
    }

    /// The error for a pair, one of whose rows does not exist.
    package static func pair(in table: String, of entity: String?, _ error: GranaryError) -> GranaryError {
        var error = error
        error.message =
            "A pair in “\(table)” names an object that does not exist or was deleted. Remove the pair, or keep the object."
        error.context.entity = entity
        error.context.constraint = .reference
        return error
    }

    private var message: String {
        let names = properties.joined(separator: ", ")
        switch kind {
        case .primaryKey, .unique, .deny:
            return ConstraintText.duplicate(entity.name, properties, kind)
        case .notNull:
            return
                "\(entity.name).\(names) is required but has no value. Give it one, or make it optional."
        case .reference:
            return properties.first.flatMap(entity.relationship).map { ConstraintText.dangling($0) }
                ?? "A relationship of \(entity.name) refers to an object that does not exist or was deleted. Set it to an object that is saved."
        }
    }
}
