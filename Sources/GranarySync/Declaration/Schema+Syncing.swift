public import Granary

extension Schema {
    /// The same schema with models whose rows are those of a server.
    ///
    /// ```swift
    /// let schema = try Schema("Airport", models: [Flight.self, Remark.self])
    ///     .syncing { Synced(Flight.self); Synced(Remark.self, writes: .localAndRemote) }
    /// ```
    ///
    /// The configuration of the models also gets the tables of the bookkeeping. A store that was made without them is
    /// migrated as with any other new models. From then on every save of a synced model by a program with this schema
    /// notes what it has changed, in the same commit.
    ///
    /// - Throws: ``GranaryError/Code/schema`` for models in different configurations, which no save changes atomically;
    ///   for a model that is not in the schema, or is declared twice; for one with integer keys that the store
    ///   generates, since these would meet the server's; and for an ignored property that is a part of the key.
    public func syncing(@SyncedBuilder _ models: () -> [Synced]) throws -> Schema {
        let models = models()
        let configuration = try SyncDeclaration.configuration(of: models, in: self)
        var placed: [String: [String]] = [:]
        for name in configurations { placed[name] = entities(in: name).map(\.name) }
        placed[configuration, default: []] += SyncBookkeeping.models.map(\.modelDescription.name)
        let described: [(ModelDescription, (any DescribedModel.Type)?)] =
            entities.map { ($0.model, $0.type) } + SyncBookkeeping.models.map { ($0.modelDescription, $0) }
        let whole = try Schema(name, descriptions: described, configurations: placed)
        let extended = Schema(
            name: name, entities: whole.entities, configurations: whole.configurations, links: whole.links,
            fingerprint: whole.fingerprint, migrations: migrations, backfills: backfills,
            isReadableByOlderVersions: isReadableByOlderVersions)
        return extended.capturing(captures + [try SyncRule(models, in: extended)])
    }

    /// The rule by which the saves of synced models are captured; `nil` in a schema without such models.
    var syncRule: SyncRule? { captures.lazy.compactMap { $0 as? SyncRule }.first }
}

/// The checks of what a schema says of synced models.
enum SyncDeclaration {
    /// The one configuration that all models are in.
    ///
    /// - Throws: as ``Granary/Schema/syncing(_:)``.
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
            try checkKey(of: synced, schema)
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

    private static func checkKey(of synced: Synced, _ schema: Schema) throws {
        if synced.hasReservedKeys, synced.writes != .served {
            throw problem(
                "The keys of \(synced.model) are integers that the store generates, which would meet the server's; give it a UUID or text as its key, or declare it with `writes: .served`.",
                schema)
        }
    }

    static func problem(_ message: String, _ schema: Schema) -> GranaryError {
        GranaryError(.schema, "The schema “\(schema.name)” cannot be synced. \(message)")
    }
}
