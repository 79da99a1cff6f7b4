/// A configuration that was read from files and their overrides, with the places that its values come from.
package struct ReadConfiguration: Sendable {
    /// The configuration.
    package let configuration: StackConfiguration
    /// The origins of the values that were given; all others are defaults.
    package let origins: ConfigurationOrigins
}
