import Granary

/// The names that the models of a schema and their properties had before.
struct FormerNames {
    /// The names of one model.
    struct Model {
        let entity: Entity
        /// The present names of the properties, by their present and their former ones.
        let properties: [String: String]

        fileprivate init(_ entity: Entity) {
            self.entity = entity
            var properties: [String: String] = [:]
            for attribute in entity.model.attributes { properties[attribute.name] = attribute.name }
            for relationship in entity.model.relationships {
                properties[relationship.name] = relationship.name
            }
            // A former name counts more than a present one: entries with the present names need none of this.
            for attribute in entity.model.attributes {
                if let former = attribute.renamedFrom { properties[former] = attribute.name }
            }
            for relationship in entity.model.relationships {
                if let former = relationship.renamedFrom { properties[former] = relationship.name }
            }
            self.properties = properties
        }
    }

    private var models: [String: Model] = [:]

    /// Reads the names of the synced models.
    init(_ schema: Schema, _ rule: SyncRule) {
        for position in rule.models.keys.sorted() {
            let entity = schema.entities[position]
            models[entity.name] = Model(entity)
        }
        for position in rule.models.keys.sorted() {
            let entity = schema.entities[position]
            if let former = entity.model.renamedFrom { models[former] = Model(entity) }
        }
    }

    /// The model that has or had a name; `nil` if there is none.
    subscript(_ name: String) -> Model? { models[name] }
}
