/// A source of a stack's configuration: a file with its overrides, values in code, or one of your own.
public protocol ConfigurationSource: Sendable {
    /// Returns the configuration without opening anything.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every problem the source can see. The
    ///   stack validates the configuration of a custom source (``StackConfiguration/validate(for:registry:)``).
    func configuration(for request: ConfigurationRequest) async throws -> StackConfiguration
}

/// A source that validates its configuration itself, so that the stack need not.
///
/// Only the source knows where each value comes from, and can name that place in its problems.
protocol ValidatingSource: ConfigurationSource {}

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

extension StackConfiguration: ConfigurationSource, ValidatingSource {
    /// Returns itself, validated.
    ///
    /// - Throws: As ``validate(for:registry:)``.
    public func configuration(for request: ConfigurationRequest) async throws -> StackConfiguration {
        try validate(for: request.schema, registry: request.registry)
        return self
    }
}

extension ConfigurationSource where Self == StackConfiguration {
    /// Values in code.
    public static func values(
        _ stores: [StoreConfiguration], location: String? = nil, settings: StackSettings = StackSettings()
    ) -> StackConfiguration {
        StackConfiguration(location: location, stores: stores, settings: settings)
    }
}
