/// The schema and backends for which a configuration is requested; sources validate against them.
public struct ConfigurationRequest: Sendable {
    /// The schema whose configurations need stores; `nil` to check a configuration without one.
    public var schema: Schema?
    /// The store types that may be used.
    public var registry: StoreRegistry
    /// The sections that are allowed in addition to those of the schema, for a program that knows modules and no
    /// models.
    public var sections: [ConfigurationSection] = []
    /// What modules require of stores and schema together; their faults are reported together with all
    /// others.
    package var demands: [@Sendable (StackConfiguration) -> [ConfigurationFault]] = []
    /// Whether a stack is to be opened by itself, which has no store of an account.
    var isForPlainStack = false

    /// Makes a request.
    public init(schema: Schema?, registry: StoreRegistry) {
        self.schema = schema
        self.registry = registry
    }

    /// Every section that may be there, by its name.
    var knownSections: [String: ConfigurationSection] {
        let all = (schema?.sections ?? []) + sections
        return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }
}
