import Granary

/// The stores that a configuration would open; secrets are not shown.
struct ConfigurationListing {
    private let configuration: StackConfiguration
    private let backends: [String: any StoreBackend.Type]
    private let places: [String: String]
    private let sections: SectionListing

    /// Looks up the backend and place of every store.
    ///
    /// - Throws: ``GranaryError/Code/unknownStoreType``, and a backend's error for a place it cannot use.
    init(
        _ configuration: StackConfiguration, registry: StoreRegistry, sections: [ConfigurationSection]
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
        self.sections = SectionListing(known: sections, values: configuration.settings.sections)
    }

    /// Tables of the stores, their settings, the options set, and the stack's settings.
    var text: String {
        let set = table(["Store", "Setting", "Value"], configuration.stores.flatMap(settingRows))
        let options = table(["Store", "Option", "Value"], configuration.stores.flatMap(optionRows))
        return [stores, set, options, settings, sections.text].compactMap { $0 }.joined(separator: "\n\n")
    }

    private func table(_ headings: [String], _ rows: [[String]]) -> String? {
        rows.isEmpty ? nil : TextTable(headings: headings, rows: rows).text
    }

    private var stores: String {
        var table = TextTable(headings: ["Store", "Type", "Access", "If incompatible", "Place"])
        table.rows = configuration.stores.map { store in
            [
                store.name, store.type.name, store.isReadOnly ? "read-only" : "read-write",
                store.incompatiblePolicy.rawValue, places[store.name] ?? "–",
            ]
        }
        return table.text
    }

    /// The settings that differ from their defaults.
    private func settingRows(_ store: StoreConfiguration) -> [[String]] {
        var rows: [[String]] = []
        if let kind = store.kind { rows.append(["kind", kind.rawValue]) }
        if store.isPerAccount { rows.append(["perAccount", "true"]) }
        if store.followsOthers { rows.append(["followsOthers", "true"]) }
        rows += store.consents.sorted().map { ["consents", $0] }
        if !store.keepsLostData { rows.append(["keepsLostData", "false"]) }
        return rows.map { [store.name] + $0 }
    }

    private func optionRows(_ store: StoreConfiguration) -> [[String]] {
        store.options.names.map { [store.name, $0, shown($0, of: store)] }
    }

    /// The value of an option; in place of a secret, that it is one.
    private func shown(_ name: String, of store: StoreConfiguration) -> String {
        let isSecret = backends[store.name]?.options.first { $0.name == name }?.isSecret ?? true
        return isSecret ? "(secret)" : store.options[name] ?? ""
    }

    /// The same for programs.
    var document: ConfigurationDocument {
        let settings = configuration.settings
        return ConfigurationDocument(
            stores: configuration.stores.map { store in
                ConfigurationDocument.Store(
                    name: store.name, type: store.type.name, kind: store.kind?.rawValue,
                    place: places[store.name], isReadOnly: store.isReadOnly,
                    onIncompatible: store.incompatiblePolicy.rawValue, consents: store.consents.sorted(),
                    keepsLostData: store.keepsLostData, followsOthers: store.followsOthers,
                    perAccount: store.isPerAccount,
                    options: Dictionary(
                        store.options.names.map { ($0, shown($0, of: store)) },
                        uniquingKeysWith: { first, _ in first }))
            },
            settings: .init(
                workers: settings.workers, generalActions: settings.generalActions,
                automaticMerge: settings.automaticMerge, strictLoading: settings.strictLoading,
                mainContextIsReadOnly: settings.mainContextIsReadOnly, restsAfter: restsAfter),
            sections: sections.document)
    }

    /// The time after which an unused stack rests, as a file has it; `nil` for one that does not rest.
    private var restsAfter: String? {
        configuration.settings.restsAfter.map { time in
            let (seconds, attoseconds) = time.components
            return OptionText.time(Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
        }
    }

    private var settings: String {
        let settings = configuration.settings
        var table = TextTable(headings: ["Setting", "Value"])
        table.rows = [
            ["workers", "\(settings.workers)"], ["generalActions", "\(settings.generalActions)"],
            ["automaticMerge", "\(settings.automaticMerge)"],
            ["strictLoading", "\(settings.strictLoading)"],
            ["mainContextIsReadOnly", "\(settings.mainContextIsReadOnly)"],
            ["restsAfter", restsAfter ?? "never"],
        ]
        return table.text
    }
}
