import Granary

/// The settings in effect of a configuration, each with its origin; secrets are not shown.
struct ConfigurationListing {
    private let configuration: StackConfiguration
    private let backends: [String: any StoreBackend.Type]
    private let places: [String: String]
    private let sections: SectionListing
    private let origins: SettingOrigins

    /// Looks up the backend and place of every store.
    ///
    /// - Throws: ``GranaryError/Code/unknownStoreType``, and a backend's error for a place it cannot use.
    init(
        _ configuration: StackConfiguration, registry: StoreRegistry, sections: [ConfigurationSection],
        origins: ConfigurationOrigins? = nil
    ) throws {
        var backends: [String: any StoreBackend.Type] = [:]
        var places: [String: String] = [:]
        for store in configuration.stores {
            let backend = try registry.backend(for: store.type)
            backends[store.name] = backend
            places[store.name] = try backend.location(of: store)
        }
        self.configuration = configuration
        self.backends = backends
        self.places = places
        self.origins = SettingOrigins(given: origins)
        self.sections = SectionListing(
            known: sections, values: configuration.settings.sections, origins: self.origins)
    }

    /// A table of the stores, then one of the settings of each store, of the stack and of each section.
    func text(width: Int) -> String {
        let tables =
            configuration.stores.map {
                SettingsTable(start: ["stores", $0.name], settings: settings(of: $0))
            }
            + [SettingsTable(start: ["stack"], settings: stack)] + sections.tables
        return ([stores(width: width)] + tables.map { $0.text(width: width) }).joined(separator: "\n\n")
    }

    /// A table of the stores with their places.
    func stores(width: Int) -> String {
        var table = TextTable(headings: ["Store", "Type", "Access", "If incompatible", "Place"])
        table.rows = configuration.stores.map { store in
            [
                store.name, store.type.name, store.isReadOnly ? "read-only" : "read-write",
                store.incompatiblePolicy.rawValue, places[store.name] ?? "–",
            ]
        }
        table.breaksWords = true
        return table.fitting(width).text
    }

    private func settings(of store: StoreConfiguration) -> [EffectiveSetting] {
        let key = ["stores", store.name]
        let usual = StoreConfiguration(name: store.name, type: "").settings
        let own = zip(store.settings, usual).map { setting, usual in
            let value =
                setting.name == "file" ? setting.value ?? usualFile(of: store) : setting.value
            let fallback = setting.name == "file" ? usualFile(of: store) : usual.value
            return origins.setting(
                key + [setting.name], or: Self.sources(of: setting.name, key), value, default: fallback)
        }
        return own
            + origins.settings(
                store.options, backends[store.name]?.options ?? [], at: key + ["options"])
    }

    /// The keys that decide about a setting of a store which does not have it itself.
    private static func sources(of setting: String, _ key: [String]) -> [[String]] {
        switch setting {
        case "location": [["location"]]
        case "onIncompatible": [key + ["kind"]]
        default: []
        }
    }

    /// The name of the file that a store gets; `nil` where it has none.
    private func usualFile(of store: StoreConfiguration) -> String? {
        guard backends[store.name]?.capabilities.contains(.files) == true else { return nil }
        return StoreConfiguration(name: store.name, type: store.type).fileName
    }

    private var stack: [EffectiveSetting] {
        zip(configuration.settings.all, StackSettings().all).map { setting, usual in
            origins.setting(["stack", setting.name], setting.value, default: usual.value)
        }
    }

    /// The same for programs.
    var document: ConfigurationDocument {
        let settings = configuration.settings
        let all =
            configuration.stores.flatMap { self.settings(of: $0) } + stack
            + sections.tables.flatMap(\.settings)
        return ConfigurationDocument(
            stores: configuration.stores.map(document),
            settings: .init(
                workers: settings.workers, generalActions: settings.generalActions,
                automaticMerge: settings.automaticMerge, strictLoading: settings.strictLoading,
                mainContextIsReadOnly: settings.mainContextIsReadOnly,
                restsAfter: settings.all.first { $0.name == "restsAfter" }?.value),
            sections: sections.document,
            origins: Dictionary(
                all.map { ($0.key.joined(separator: "."), $0.origin) },
                uniquingKeysWith: { first, _ in first }
            ))
    }

    private func document(of store: StoreConfiguration) -> ConfigurationDocument.Store {
        let options = origins.settings(store.options, backends[store.name]?.options ?? [], at: [])
        return ConfigurationDocument.Store(
            name: store.name, type: store.type.name, kind: store.kind?.rawValue,
            place: places[store.name], isReadOnly: store.isReadOnly, mustExist: store.mustExist,
            onIncompatible: store.incompatiblePolicy.rawValue, consents: store.consents.sorted(),
            keepsLostData: store.keepsLostData, followsOthers: store.followsOthers,
            perAccount: store.isPerAccount, options: options.values)
    }
}

extension [EffectiveSetting] {
    /// The values that there are, by their keys.
    var values: [String: String] {
        let pairs = compactMap { setting in
            setting.value.map { (setting.key.joined(separator: "."), $0) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}
