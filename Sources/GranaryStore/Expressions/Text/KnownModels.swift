/// The models by which the names in the text of a query are checked.
package struct KnownModels {
    private enum Source {
        case schema(Schema)
        case model(ModelDescription)
    }

    private let source: Source

    /// The models of a schema.
    package init(_ schema: Schema) { source = .schema(schema) }

    /// A model, and those that relationships lead to from it.
    package init(from model: ModelDescription) { source = .model(model) }

    /// The model with a name; `nil` if it is not known.
    func model(_ name: String) -> ModelDescription? {
        switch source {
        case .schema(let schema): schema.entity(name)?.model
        case .model: models.first { $0.name == name }
        }
    }

    /// The names of all models, to find the one that was meant.
    var names: [String] { models.map(\.name) }

    /// Whether a model may exist that is not known here.
    var mayLackSome: Bool { if case .model = source { true } else { false } }

    /// The model that a relationship leads to.
    func destination(of relationship: RelationshipDescription) -> ModelDescription? {
        if case .schema(let schema) = source, let known = schema.entity(relationship.destinationName) {
            return known.model
        }
        return relationship.destination?().modelDescription
    }

    private var models: [ModelDescription] {
        switch source {
        case .schema(let schema): return schema.entities.map(\.model)
        case .model(let first):
            var (found, next) = ([first], 0)
            while next < found.count {
                for relationship in found[next].relationships {
                    guard let destination = destination(of: relationship) else { continue }
                    if !found.contains(where: { $0.name == destination.name }) { found.append(destination) }
                }
                next += 1
            }
            return found
        }
    }
}
