/// Checks the values of the sections of modules against their descriptions.
struct SectionCheck {
    /// The sections that there may be, by their names.
    let known: [String: ConfigurationSection]
    let origins: ConfigurationOrigins

    /// All faults of the values.
    func problems(_ values: [String: SectionValues]) -> [ConfigurationProblem] {
        values.sorted { $0.key < $1.key }.flatMap { name, values in
            guard let section = known[name] else { return [unknown([name], name, known.keys.sorted())] }
            return problems(values.options, section.keys, at: [name])
                + values.groups.sorted { $0.key < $1.key }.flatMap { problems($0.value, $0.key, of: section) }
        }
    }

    private func problems(
        _ members: [String: StoreOptions], _ name: String, of section: ConfigurationSection
    ) -> [ConfigurationProblem] {
        guard let group = section.group(name) else {
            return [unknown([section.name, name], name, section.groups.map(\.name).sorted())]
        }
        return members.sorted { $0.key < $1.key }.flatMap { member, options in
            problems(options, group.keys, at: [section.name, name, member])
        }
    }

    private func problems(
        _ options: StoreOptions, _ keys: [StoreOption], at start: [String]
    ) -> [ConfigurationProblem] {
        options.names.compactMap { name in
            let path = start + [name]
            guard let key = keys.first(where: { $0.name == name }) else {
                return unknown(path, name, keys.map(\.name).sorted())
            }
            guard let text = options[name], let fault = key.kind.fault(text) else { return nil }
            return origins.problem(path, key.isSecret ? "The secret \(fault)" : "“\(text)” \(fault)")
        }
    }

    private func unknown(_ key: [String], _ name: String, _ names: [String]) -> ConfigurationProblem {
        let list = names.isEmpty ? "there are none" : "known: \(names.joined(separator: ", "))"
        var problem = origins.problem(key, "This key is not known here (\(list)).")
        problem.mistyped = (name, names)
        return problem
    }
}
