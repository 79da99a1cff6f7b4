extension Schema {
    /// The entities of a configuration, in schema order; none when there is no such configuration.
    public func entities(in configuration: String) -> [Entity] {
        entities.filter { $0.configuration == configuration }
    }

    /// The entities of some configurations, in schema order.
    public func entities(in configurations: [String]) -> [Entity] {
        entities.filter { configurations.contains($0.configuration) }
    }

    /// The tables of pairs of a configuration, by name.
    public func links(in configuration: String) -> [LinkTable] { links(in: [configuration]) }

    /// The tables of pairs of some configurations, by name; both halves of a table belong to one
    /// configuration.
    public func links(in configurations: [String]) -> [LinkTable] {
        links.filter { configurations.contains($0.firstEntity.configuration) }
    }

    /// The fingerprint of everything that some configurations store; their order does not matter.
    public func fingerprint(of configurations: [String]) -> String {
        SchemaFingerprint.of(entities(in: configurations), links(in: configurations))
    }
}
