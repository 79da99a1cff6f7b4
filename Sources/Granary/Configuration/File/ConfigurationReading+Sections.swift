extension ConfigurationReading {
    /// The values of every section that some layer has values for.
    mutating func readSections() -> [String: SectionValues] {
        var read: [String: SectionValues] = [:]
        for (name, section) in sections.sorted(by: { $0.key < $1.key }) {
            var values = SectionValues(readKeys(section.keys, at: [name]))
            for group in section.groups {
                for member in members(of: group, in: name) {
                    let key = [name, group.name, member]
                    values.groups[group.name, default: [:]][member] = readKeys(group.keys, at: key)
                }
            }
            if !values.options.names.isEmpty || !values.groups.isEmpty { read[name] = values }
        }
        return read
    }

    /// The keys of every section, of groups with the names that files give, as overrides may give them.
    var sectionKeys: [[String]] {
        sections.values.flatMap { section in
            let groups = section.groups.flatMap { group in
                members(of: group, in: section.name).flatMap { member in
                    paths(of: group.keys, at: [section.name, group.name, member])
                }
            }
            return paths(of: section.keys, at: [section.name]) + groups
        }.sorted { $0.joined(separator: ".") < $1.joined(separator: ".") }
    }

    private func paths(of keys: [StoreOption], at start: [String]) -> [[String]] {
        keys.flatMap { key in
            (key.isSecret ? [[], ["env"], ["file"]] : [[]]).map { start + [key.name] + $0 }
        }
    }

    /// The names that files give in a group; overrides change their values and add none.
    private func members(of group: ConfigurationSection.Group, in section: String) -> [String] {
        Set(layers.flatMap { $0.root?.node(at: [section, group.name])?.names ?? [] }).sorted()
    }

    private mutating func readKeys(_ keys: [StoreOption], at start: [String]) -> StoreOptions {
        var options = StoreOptions()
        for key in keys {
            let path = start + [key.name]
            if key.kind == .bool, isFlag(path) {
                options[key.name] = "true"
                continue
            }
            guard let layer = layers.first(where: { isGiven(path, in: $0) }) else { continue }
            origins[path] = layer.origin(path)
            let text = readOption(path, isSecret: key.isSecret, in: layer)
            options[key.name] =
                key.kind == .directory ? text.flatMap { resolve($0, at: path, in: layer) } : text
        }
        return options
    }
}
