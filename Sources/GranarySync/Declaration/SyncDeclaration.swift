import Granary

/// The checks of what a schema says of synced models.
enum SyncDeclaration {
    /// The one configuration that all models are in.
    ///
    /// - Throws: as ``Schema/syncing(_:)``.
    static func configuration(of models: [Synced], in schema: Schema) throws -> String {
        if schema.syncRule != nil {
            throw problem("It has synced models already; name all of them in one call of `syncing`.", schema)
        }
        var places: [String: String] = [:]
        for synced in models {
            guard let entity = schema.entity(synced.model) else {
                throw problem("\(synced.model) is synced but not in the schema; add it there.", schema)
            }
            if places.updateValue(entity.configuration, forKey: synced.model) != nil {
                throw problem("\(synced.model) is synced twice; name it once.", schema)
            }
        }
        guard let first = models.first, let configuration = places[first.model] else {
            throw problem("No model is named in `syncing`; name one, or leave the call out.", schema)
        }
        for (model, place) in places.sorted(by: { $0.key < $1.key }) where place != configuration {
            throw problem(
                "The synced models \(first.model) and \(model) are in two configurations, “\(configuration)” and “\(place)”, and a save that changes both is not atomic; put them in one.",
                schema)
        }
        return configuration
    }

    static func problem(_ message: String, _ schema: Schema) -> GranaryError {
        GranaryError(.schema, "The schema “\(schema.name)” cannot be synced. \(message)")
    }
}
