/// The models and relationships that a schema keeps outside of one store and that matter to a plan for that store.
package struct OutsideModels: Sendable {
    /// The relationships to one that refer to models of the store: one for each table, by the table's name.
    private(set) var references: [String: String] = [:]
    /// The configurations of the models, by their names, current and former.
    private(set) var configurations: [String: String] = [:]

    /// Makes a description without outside models.
    package init() {}

    /// Finds the models and relationships of a schema outside of some configurations.
    init(_ schema: Schema, besides names: [String]) {
        for entity in schema.entities where !names.contains(entity.configuration) {
            for name in [entity.name, entity.model.renamedFrom].compactMap({ $0 }) {
                configurations[name] = entity.configuration
            }
            for relationship in entity.toOne where names.contains(relationship.destination.configuration) {
                references[relationship.destination.table] = "\(entity.name).\(relationship.name)"
            }
        }
    }
}
