import Granary

/// Where the values of a configuration come from.
struct SettingOrigins {
    /// What the layers of a file have given; `nil` for a configuration that a program has made.
    let given: ConfigurationOrigins?

    /// A setting, whose value is perhaps that of the first key that was given.
    func setting(_ key: [String], or others: [[String]] = [], _ value: String?, default usual: String?)
        -> EffectiveSetting
    {
        let origin: String
        if let given {
            origin = ([key] + others).lazy.compactMap(given.ofValue).first ?? "default"
        } else {
            origin = value == usual ? "default" : "program"
        }
        return EffectiveSetting(key: key, value: value, origin: origin)
    }

    /// The settings of options, of which some are set: those that are described, then others.
    func settings(
        _ options: StoreOptions, _ described: [StoreOption], at start: [String]
    ) -> [EffectiveSetting] {
        let others = options.names.filter { name in !described.contains { $0.name == name } }
        return described.map { option in
            let value = options[option.name].map { option.isSecret ? "(secret)" : $0 }
            return setting(
                start + [option.name], value ?? option.defaultValue, default: option.defaultValue)
        } + others.map { setting(start + [$0], "(secret)", default: nil) }
    }
}
