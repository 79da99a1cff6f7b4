extension StoreConfiguration {
    /// Every setting in effect but the options, by its name in a configuration file and as a file has it; `nil` for one
    /// that is not set.
    package var settings: [(name: String, value: String?)] {
        [
            ("type", type.name), ("kind", kind?.rawValue), ("location", location), ("file", file),
            ("readOnly", "\(isReadOnly)"), ("mustExist", "\(mustExist)"),
            ("onIncompatible", incompatiblePolicy.rawValue),
            ("consents", consents.isEmpty ? nil : consents.sorted().joined(separator: "; ")),
            ("keepsLostData", "\(keepsLostData)"), ("followsOthers", "\(followsOthers)"),
            ("perAccount", "\(isPerAccount)"),
        ]
    }
}

extension StoreConfiguration: CustomReflectable {
    /// The name with every setting, and the names of the options, whose values may be secret.
    public var debugDescription: String {
        var set = settings.compactMap { setting in setting.value.map { "\(setting.name): \($0)" } }
        if !options.names.isEmpty { set.append("\(options)") }
        return "\(name): \(ShownText.clean(set.joined(separator: ", ")))"
    }

    /// The name, every setting, and the names of the options, whose values may be secret.
    public var customMirror: Mirror {
        let parts: [Mirror.Child] = [("name", name)] + settings.map { ($0.name, $0.value ?? "not set") }
        return Mirror(self, children: parts + [("options", options.names)], displayStyle: .struct)
    }
}
