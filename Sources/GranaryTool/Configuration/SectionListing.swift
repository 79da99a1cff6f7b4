import Granary

/// The values of the sections of modules in a configuration; secrets are not shown.
struct SectionListing {
    let known: [ConfigurationSection]
    let values: [String: SectionValues]

    /// A table of the keys that are set; `nil` for none.
    var text: String? {
        let rows = known.flatMap { section in
            (shown(section)).sorted { $0.key < $1.key }.map { [section.name, $0.key, $0.value] }
        }
        return rows.isEmpty ? nil : TextTable(headings: ["Section", "Key", "Value"], rows: rows).text
    }

    /// The same for programs.
    var document: [String: [String: String]] {
        Dictionary(known.map { ($0.name, shown($0)) }) { first, _ in first }.filter { !$0.value.isEmpty }
    }

    /// The values of a section by the paths of their keys; in place of a secret, that it is one.
    private func shown(_ section: ConfigurationSection) -> [String: String] {
        guard let values = values[section.name] else { return [:] }
        var shown = texts(values.options, section.keys, "")
        for group in section.groups {
            for (member, options) in values.groups[group.name] ?? [:] {
                shown.merge(texts(options, group.keys, "\(group.name).\(member).")) { first, _ in first }
            }
        }
        return shown
    }

    private func texts(_ options: StoreOptions, _ keys: [StoreOption], _ start: String) -> [String: String] {
        var texts: [String: String] = [:]
        for name in options.names {
            let isSecret = keys.first { $0.name == name }?.isSecret ?? true
            texts[start + name] = isSecret ? "(secret)" : options[name] ?? ""
        }
        return texts
    }
}

extension ConfigurationSection {
    /// Every key by its path, with `NAME` for a name that the user chooses.
    var paths: [(name: String, option: StoreOption)] {
        keys.map { ($0.name, $0) }
            + groups.flatMap { group in group.keys.map { ("\(group.name).NAME.\($0.name)", $0) } }
    }
}
