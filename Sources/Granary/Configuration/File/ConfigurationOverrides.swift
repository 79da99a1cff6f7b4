/// Finds environment variables and arguments that look like settings but mean none.
struct ConfigurationOverrides {
    /// The names of the stores that can be overridden.
    let stores: [String]
    /// The names of every option that some store can have.
    let options: [String]

    /// Variables beginning with these are checked; others may belong to somebody else.
    private static let variablePrefixes = ["GRANARY_STORES_", "GRANARY_STACK_", "GRANARY_LOCATION"]

    /// A problem for each variable that begins like a setting and means none.
    func problems(variables: [String: String], _ layer: ConfigurationLayer) -> [ConfigurationProblem] {
        let names = variables.keys.filter { name in
            Self.variablePrefixes.contains { name.uppercased().hasPrefix($0) }
        }
        return problems(names.sorted(), layer, isSame: { $0.uppercased() == $1 })
    }

    /// A problem for each argument that begins like a setting and means none.
    func problems(arguments: [String], _ layer: ConfigurationLayer) -> [ConfigurationProblem] {
        let names = arguments.dropFirst().filter { $0.hasPrefix("--granary-") }
            .map { String($0.prefix { $0 != "=" }) }
        return problems(names, layer, isSame: ==)
    }

    private func problems(
        _ names: [String], _ layer: ConfigurationLayer, isSame: (String, String) -> Bool
    ) -> [ConfigurationProblem] {
        let known = (keys + [["environment"]]).map(layer.encodedName)
        return names.filter { name in !known.contains { isSame(name, $0) } }.map { name in
            let hint = NearestMatch.of(name, in: known).map { " Did you mean “\($0)”?" } ?? ""
            return ConfigurationProblem(origin: name, keyPath: "", text: "This means no setting.\(hint)")
        }
    }

    /// Every key that can be overridden.
    private var keys: [[String]] {
        let store = ConfigurationKeys.store.keys.filter { $0 != "options" }.sorted()
        let stack = ConfigurationKeys.stack.keys.sorted()
        return [["location"]] + stack.map { ["stack", $0] }
            + stores.flatMap { name in
                store.map { ["stores", name, $0] }
                    + options.flatMap { option in
                        [[], ["env"], ["file"]].map { ["stores", name, "options", option] + $0 }
                    }
            }
    }
}
