/// The models by which the names in the text of a query are checked.
package struct KnownModels {
    /// The models by their names.
    private let models: [String: ModelDescription]
    /// Whether a model may exist that is not known here.
    let mayLackSome: Bool

    /// The models of a schema.
    package init(_ schema: Schema) {
        models = Dictionary(schema.entities.map { ($0.name, $0.model) }) { first, _ in first }
        mayLackSome = false
    }

    /// A model, and those that relationships lead to from it.
    package init(from model: ModelDescription) {
        var (found, next) = ([model.name: model], [model])
        while let model = next.popLast() {
            for relationship in model.relationships {
                guard let destination = relationship.destination?().modelDescription,
                    found.updateValue(destination, forKey: destination.name) == nil
                else { continue }
                next.append(destination)
            }
        }
        models = found
        mayLackSome = true
    }

    /// The model with a name; `nil` if it is not known.
    func model(_ name: String) -> ModelDescription? { models[name] }

    /// The names of all models, to find the one that was meant.
    var names: [String] { models.keys.sorted() }

    /// The model that a relationship leads to.
    func destination(of relationship: RelationshipDescription) -> ModelDescription? {
        models[relationship.destinationName] ?? relationship.destination?().modelDescription
    }
}
