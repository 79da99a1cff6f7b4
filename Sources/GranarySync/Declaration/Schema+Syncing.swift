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
    /// notes what it has changed, in the same commit. Configuration files may have the section ``ConfigurationSection/sync``.
    ///
    /// - Throws: ``GranaryError/Code/schema`` for models in different configurations, which no save changes atomically;
    ///   for a model that is not in the schema, or is declared twice; for one with integer keys that the store
    ///   generates and without an attribute for the server's ids, since these would meet its keys; for an ignored
    ///   property that is a part of the key; and for attributes that cannot hold ids or versions.
    public func syncing(@SyncedBuilder _ models: () -> [Synced]) throws -> Schema {
        let models = models()
        let configuration = try SyncDeclaration.configuration(of: models, in: self)
        var placed: [String: [String]] = [:]
        for name in configurations { placed[name] = entities(in: name).map(\.name) }
        var described: [(ModelDescription, (any DescribedModel.Type)?)] = entities.map { ($0.model, $0.type) }
        for model in SyncBookkeeping.models {
            let description = model.modelDescription
            placed[configuration, default: []].append(description.name)
            described.append((description, model))
        }
        let whole = try Schema(name, descriptions: described, configurations: placed)
        let extended = try whole.with(
            migrations: migrations, backfills: backfills, hooks: hooks, sections: sections,
            isReadableByOlderVersions: isReadableByOlderVersions
        ).reading(.sync)
        return extended.capturing(captures + [try SyncRule(models, in: extended)])
    }

    /// The rule by which the saves of synced models are captured; `nil` in a schema without such models.
    var syncRule: SyncRule? { captures.lazy.compactMap { $0 as? SyncRule }.first }
}
