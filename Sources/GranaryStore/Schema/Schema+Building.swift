extension Schema {
    /// Makes a schema whose models are distributed over named configurations.
    ///
    /// - Throws: ``GranaryError/Code/schema`` with a line for every problem, each with its remedy.
    public convenience init(_ name: String, configurations: [String: [any DescribedModel.Type]]) throws {
        try self.init(name, ModelPlacement(configurations: configurations))
    }

    /// Makes a schema whose models are in the configuration they name, else in one called `Default`.
    ///
    /// - Throws: ``GranaryError/Code/schema`` with a line for every problem, each with its remedy.
    public convenience init(_ name: String, models: [any DescribedModel.Type]) throws {
        try self.init(name, ModelPlacement(models: models))
    }

    /// Makes a schema from descriptions, with or without Swift types, as tools and tests do.
    ///
    /// `configurations` holds the names of the models of each configuration; a model it does not name must name one
    /// itself. Without any, the models are placed as by ``init(_:models:)``.
    ///
    /// - Throws: ``GranaryError/Code/schema`` with a line for every problem, each with its remedy.
    public convenience init(
        _ name: String, descriptions: [(ModelDescription, (any DescribedModel.Type)?)],
        configurations: [String: [String]] = [:]
    ) throws {
        try self.init(name, ModelPlacement(descriptions: descriptions, configurations: configurations))
    }

    private convenience init(_ name: String, _ placement: ModelPlacement) throws {
        var draft = placement.draft(name)
        let (entities, links) = try draft.resolve()
        self.init(
            name: name, entities: entities, configurations: draft.configurations, links: links,
            fingerprint: SchemaFingerprint.of(entities, links))
    }
}
