/// A source of a stack's configuration: a file with its overrides, values in code, or your own type.
public protocol ConfigurationSource: Sendable {
    /// Returns the configuration without opening anything.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every problem the source can see. The
    ///   stack validates the configuration of a custom source (``StackConfiguration/validate(for:registry:)``).
    func configuration(for request: ConfigurationRequest) async throws -> StackConfiguration
}

extension StackConfiguration: ConfigurationSource, ValidatingSource {
    /// Returns itself, validated.
    ///
    /// - Throws: As ``validate(for:registry:)``.
    public func configuration(for request: ConfigurationRequest) async throws -> StackConfiguration {
        try validate(for: request)
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
