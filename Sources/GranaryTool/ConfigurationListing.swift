import Granary

/// What a configuration would open; secrets are not shown.
struct ConfigurationListing {
    private let configuration: StackConfiguration
    private let backends: [String: any StoreBackend.Type]
    private let places: [String: String]

    /// Looks up the backend and place of every store.
    ///
    /// - Throws: ``GranaryError/Code/unknownStoreType``, and what a backend says about a place it cannot use.
    init(_ configuration: StackConfiguration, registry: StoreRegistry) throws {
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
    }

    /// Tables of the stores, of the options that are set, and of the stack's settings.
    var text: String {
        let options = configuration.stores.flatMap(optionRows)
        let optionTable = TextTable(headings: ["Store", "Option", "Value"], rows: options).text
        return [stores, options.isEmpty ? nil : optionTable, settings].compactMap { $0 }
            .joined(separator: "\n\n")
    }

    private var stores: String {
        var table = TextTable(headings: ["Store", "Type", "Access", "If incompatible", "Place"])
        table.rows = configuration.stores.map { store in
            [
                store.name, store.type.name, store.isReadOnly ? "read-only" : "read-write",
                store.onIncompatible.rawValue, places[store.name] ?? "–",
            ]
        }
        return table.text
    }

    private func optionRows(_ store: StoreConfiguration) -> [[String]] {
        store.options.names.map { name in
            let isSecret = backends[store.name]?.options.first { $0.name == name }?.isSecret ?? true
            return [store.name, name, isSecret ? "(secret)" : store.options[name] ?? ""]
        }
    }

    private var settings: String {
        let settings = configuration.settings
        var table = TextTable(headings: ["Setting", "Value"])
        table.rows = [
            ["workers", "\(settings.workers)"], ["automaticMerge", "\(settings.automaticMerge)"],
            ["strictLoading", "\(settings.strictLoading)"],
            ["mainContextIsReadOnly", "\(settings.mainContextIsReadOnly)"],
        ]
        return table.text
    }
}
