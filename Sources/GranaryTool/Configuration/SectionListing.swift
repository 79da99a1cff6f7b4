import Granary

/// The values of the sections of modules in a configuration; secrets are not shown.
struct SectionListing {
    let known: [ConfigurationSection]
    let values: [String: SectionValues]
    let origins: SettingOrigins

    /// A table of the settings of each section.
    var tables: [SettingsTable] {
        known.map { SettingsTable(start: [$0.name], settings: settings($0, at: [$0.name])) }
            .filter { !$0.settings.isEmpty }
    }

    /// The values in effect by section and by the paths of their keys, for programs.
    var document: [String: [String: String]] {
        Dictionary(known.map { ($0.name, values(of: $0)) }) { first, _ in first }
            .filter { !$0.value.isEmpty }
    }

    private func values(of section: ConfigurationSection) -> [String: String] {
        let pairs = settings(section, at: [section.name]).compactMap { setting in
            setting.value.map { (setting.key.dropFirst().joined(separator: "."), $0) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The settings of a section: its own keys, then those of each name in its groups.
    private func settings(_ section: ConfigurationSection, at start: [String]) -> [EffectiveSetting] {
        let own = values[section.name] ?? SectionValues()
        return origins.settings(own.options, section.keys, at: start)
            + section.groups.flatMap { group in
                (own.groups[group.name] ?? [:]).sorted { $0.key < $1.key }.flatMap { member, options in
                    origins.settings(options, group.keys, at: start + [group.name, member])
                }
            }
    }
}

extension ConfigurationSection {
    /// Every key by its path, with `NAME` for a name that the user chooses.
    var paths: [(name: String, option: StoreOption)] {
        keys.map { ($0.name, $0) }
            + groups.flatMap { group in group.keys.map { ("\(group.name).NAME.\($0.name)", $0) } }
    }
}
