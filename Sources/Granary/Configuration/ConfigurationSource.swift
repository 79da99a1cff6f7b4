/// Where a stack's configuration comes from: a file with what overrides it, values in code, or your own.
public protocol ConfigurationSource: Sendable {
    /// Gives the configuration; nothing is opened.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every problem the source can see. The
    ///   stack validates what a source of your own gives (``StackConfiguration/validate(for:registry:)``).
    func configuration(for request: ConfigurationRequest) async throws -> StackConfiguration
}

/// A source that has validated what it gives, so that the stack need not do it again.
///
/// It knows best where values come from, and names that place in its problems.
protocol ValidatingSource: ConfigurationSource {}

/// What a configuration is wanted for; sources validate against it.
public struct ConfigurationRequest: Sendable {
    /// The schema whose configurations need stores; `nil` to look at a configuration by itself.
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
    /// Gives itself, validated.
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
