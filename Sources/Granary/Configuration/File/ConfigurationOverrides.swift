/// Finds environment variables and arguments that look like settings but are not.
struct ConfigurationOverrides {
    /// The names of the stores that can be overridden.
    let stores: [String]
    /// The names of every option that some store can have.
    let options: [String]
    /// The names of the sections of modules.
    let sections: [String]
    /// The keys of these sections, those of secrets with the ends of references.
    let sectionKeys: [[String]]

    /// The prefixes of variables that are checked; others may belong to other programs.
    private static let variablePrefixes = ["GRANARY_STORES_", "GRANARY_STACK_", "GRANARY_LOCATION"]

    /// A problem for each variable that has a setting's prefix and is not a setting.
    func problems(variables: [String: String], _ layer: ConfigurationLayer) -> [ConfigurationProblem] {
        let own = layer.isSilent ? [] : sections.map { layer.encodedName([$0]) + "_" }
        let names = variables.keys.filter { name in
            (Self.variablePrefixes + own).contains { name.uppercased().begins(with: $0) }
        }
        return problems(names.sorted(), layer) { $0.uppercased() }
    }

    /// A problem for each argument that has a setting's prefix and is not a setting.
    func problems(arguments: [String], _ layer: ConfigurationLayer) -> [ConfigurationProblem] {
        let names = arguments.dropFirst().filter { $0.begins(with: "--granary-") }
            // Split by characters, as the library does: an argument whose “=” carries a combining mark sets nothing.
            .map { String($0.prefix { $0 != "=" }) }
        return problems(names, layer) { $0 }
    }

    private func problems(
        _ names: [String], _ layer: ConfigurationLayer, as written: (String) -> String
    ) -> [ConfigurationProblem] {
        if names.isEmpty { return [] }
        let known = OverrideNames(layer, stores: stores, options: options, sectionKeys)
        return names.map { (name: $0, written: written($0)) }.filter { !known.contains($0.written) }.map {
            ConfigurationProblem(
                origin: $0.name, keyPath: "", text: "This is not a known setting; correct or remove it.",
                mistyped: ($0.name, known.candidates(for: $0.written)))
        }
    }
}

/// The names that settings have in a layer, as halves: there are as many stores as a file names, each with the same
/// settings.
struct OverrideNames {
    /// The names of settings that belong to no store.
    private let others: [String]
    /// The beginnings of the names, one for each store.
    private let stores: [String]
    private let knownStores: Set<String>
    /// The ends of the names, one for each setting.
    private let settings: [String]

    /// The names of the keys of sections.
    private let sections: [String]
    private let knownSections: Set<String>

    /// Encodes the names of a layer.
    init(_ layer: ConfigurationLayer, stores: [String], options: [String], _ sectionKeys: [[String]]) {
        let stack = ConfigurationKeys.stack.keys.sorted().map { ["stack", $0] }
        others = ([["location"], ["environment"]] + stack).map(layer.encodedName)
        sections = sectionKeys.map(layer.encodedName)
        knownSections = Set(sections)
        self.stores = stores.map { layer.encodedName(["stores", $0]) }
        knownStores = Set(self.stores)
        let one = ["stores", "x"]
        let start = layer.encodedName(one)
        let store = ConfigurationKeys.store.keys.filter { $0 != "options" }.sorted().map { [$0] }
        let option = options.flatMap { option in
            [[], ["env"], ["file"]].map { ["options", option] + $0 }
        }
        settings = (store + option).compactMap { layer.encodedName(one + $0).rest(after: start) }
    }

    /// Whether a name means a setting.
    func contains(_ name: String) -> Bool {
        others.contains(name) || knownSections.contains(name)
            || settings.contains { name.part(before: $0).map(knownStores.contains) ?? false }
    }

    /// The names that a wrong name may mean: first those with one correct half, then others.
    func candidates(for name: String) -> [String] {
        let most = NearestMatch.mostCandidates
        let begun = stores.filter { name.begins(with: $0) }.sorted { $0.utf8.count > $1.utf8.count }.prefix(4)
        let ended = settings.filter { name.ends(with: $0) }
        // Statements, since the compiler takes 9 seconds to find the types of one sum of these lists.
        var found = others + sections.prefix(most)
        found += begun.flatMap { store in settings.map { store + $0 } }
        found += ended.flatMap { setting in stores.prefix(most).map { $0 + setting } }
        found += stores.prefix(4).flatMap { store in settings.map { store + $0 } }
        return found
    }
}
