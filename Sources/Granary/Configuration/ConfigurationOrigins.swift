/// Where each value of a configuration comes from, for people.
package struct ConfigurationOrigins: Sendable {
    /// The origin of values whose key has no separate origin: the file; empty for values in code.
    var base: String?
    private var origins: [[String]: String] = [:]

    /// Makes origins of values in code.
    init() {}

    /// The origin of the value of one key, such as `granary.yaml:3`; `nil` for a key that was not given.
    package func ofValue(_ key: [String]) -> String? { origins[key] }

    /// The origin of a key, or of the nearest enclosing key.
    subscript(key: [String]) -> String? {
        get {
            var key = key
            while !key.isEmpty {
                if let origin = origins[key] { return origin }
                key.removeLast()
            }
            return base
        }
        set { origins[key] = newValue }
    }

    /// A problem with the value of a key.
    func problem(
        _ key: [String], _ text: String, code: GranaryError.Code = .configuration
    ) -> ConfigurationProblem {
        ConfigurationProblem(
            origin: self[key], keyPath: key.joined(separator: "."), text: text, code: code)
    }
}
