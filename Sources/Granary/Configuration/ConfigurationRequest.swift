/// The schema and backends for which a configuration is requested; sources validate against them.
public struct ConfigurationRequest: Sendable {
    /// The schema whose configurations need stores; `nil` to check a configuration without one.
    public var schema: Schema?
    /// The store types that may be used.
    public var registry: StoreRegistry

    /// Makes a request.
    public init(schema: Schema?, registry: StoreRegistry) {
        self.schema = schema
        self.registry = registry
    }
}
