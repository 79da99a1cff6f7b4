/// The keys of a configuration file and the values of each.
enum ConfigurationKeys {
    /// The shape of the value at a key.
    indirect enum Shape: Sendable {
        /// A single value.
        case value
        /// A mapping with these keys and no others.
        case keys([String: Shape])
        /// A mapping from names that the user chooses; the text describes it for messages.
        case names(String, Shape)
        /// The value of an option: a single one, or a mapping that refers to a secret.
        case option
    }

    /// The whole file, with the sections of modules.
    static func file(_ sections: [String: ConfigurationSection]) -> Shape {
        let shared: [String: Shape] = [
            "location": .value,
            "stack": .keys(stack),
            "stores": .names("configuration names to stores", .keys(store)),
        ]
        return .keys(shared.merging(sections.mapValues(section)) { own, _ in own })
    }

    private static func section(_ section: ConfigurationSection) -> Shape {
        var shapes = keys(section.keys)
        for group in section.groups {
            shapes[group.name] = .names("names to values", .keys(keys(group.keys)))
        }
        return .keys(shapes)
    }

    private static func keys(_ keys: [StoreOption]) -> [String: Shape] {
        Dictionary(keys.map { ($0.name, $0.isSecret ? .option : .value) }) { first, _ in first }
    }

    /// The stack as a whole: the properties of ``StackSettings``.
    static let stack: [String: Shape] = [
        "workers": .value, "generalActions": .value, "automaticMerge": .value, "strictLoading": .value,
        "mainContextIsReadOnly": .value, "restsAfter": .value,
    ]

    /// One store.
    static let store: [String: Shape] = [
        "type": .value, "kind": .value, "location": .value, "file": .value, "readOnly": .value,
        "mustExist": .value, "followsOthers": .value, "perAccount": .value, "onIncompatible": .value,
        "consents": .value, "keepsLostData": .value,
        "options": .names("option names to values", .option),
    ]

    /// Every part of a file that has the wrong shape.
    static func problems(
        in layer: ConfigurationLayer, _ sections: [String: ConfigurationSection]
    ) -> [ConfigurationProblem] {
        guard case .file(let path) = layer.kind, let root = layer.root else { return [] }
        return problems(root, file(sections), at: [], in: PathRule.name(of: path))
    }

    private static func problems(
        _ node: ConfigurationNode, _ shape: Shape, at key: [String], in file: String
    ) -> [ConfigurationProblem] {
        func problem(_ text: String) -> [ConfigurationProblem] {
            let origin = node.line.map { "\(file):\($0)" } ?? file
            return [ConfigurationProblem(origin: origin, keyPath: key.joined(separator: "."), text: text)]
        }
        switch (shape, node.content) {
        case (.value, .text), (.option, .text), (.option, .map): return []
        case (_, .nothing): return problem("The key has no value; give it one or remove it.")
        case (.value, _), (.option, _): return problem("This is \(node.kind), but must be a single value.")
        case (.keys(let known), .map(let entries)):
            return entries.flatMap { entry in
                guard let shape = known[entry.key] else { return [unknown(entry, known, at: key, in: file)] }
                return problems(entry.value, shape, at: key + [entry.key], in: file)
            }
        case (.names(_, let shape), .map(let entries)):
            return entries.flatMap { entry in
                if entry.key.utf8.count > ConfigurationNode.longestName {
                    return [tooLong(entry, at: key, in: file)]
                }
                return problems(entry.value, shape, at: key + [entry.key], in: file)
            }
        case (.keys(let known), _):
            return problem(
                """
                This is \(node.kind), but must be a mapping with the keys \
                \(known.keys.sorted().joined(separator: ", ")).
                """
            )
        case (.names(let what, _), _):
            return problem("This is \(node.kind), but must be a mapping of \(what).")
        }
    }

    private static func tooLong(
        _ entry: ConfigurationNode.Entry, at key: [String], in file: String
    ) -> ConfigurationProblem {
        ConfigurationProblem(
            origin: entry.line.map { "\(file):\($0)" } ?? file, keyPath: key.joined(separator: "."),
            text: "A name here is longer than \(ConfigurationNode.longestName) bytes; shorten it.")
    }

    private static func unknown(
        _ entry: ConfigurationNode.Entry, _ known: [String: Shape], at key: [String], in file: String
    ) -> ConfigurationProblem {
        let names = known.keys.sorted()
        let hint = NearestMatch.question(entry.key, in: names)
        return ConfigurationProblem(
            origin: entry.line.map { "\(file):\($0)" } ?? file,
            keyPath: (key + [entry.key]).joined(separator: "."),
            text: "This key is not known here (known: \(names.joined(separator: ", "))).\(hint)")
    }
}
