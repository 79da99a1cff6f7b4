/// A fault of a configuration that a module finds, which the source of the configuration names with its line.
package struct ConfigurationFault: Sendable {
    /// The path of the key, such as `stores`, `Reference` and `kind`.
    package var key: [String]
    /// The fault and its remedy, for people.
    package var text: String

    /// Describes a fault.
    package init(_ key: [String], _ text: String) {
        self.key = key
        self.text = text
    }
}
