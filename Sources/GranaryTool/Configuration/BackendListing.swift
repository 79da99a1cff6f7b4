import Granary

/// The abilities of the registered backends, and the options they take.
struct BackendListing {
    let registry: StoreRegistry
    /// The sections that modules declare.
    var sections: [ConfigurationSection] = []

    /// A table of all types, then one of the options of each type that has any, then one of the keys of each section.
    var text: String {
        var types = TextTable(headings: ["Type", "Capabilities"], limits: [1: 64])
        types.rows = backends.map { [$0.type.name, capabilities($0)] }
        let options = backends.filter { !$0.options.isEmpty }.map {
            "Options of \($0.type)\n\n\(table("Option", $0.options.map { ($0.name, $0) }))"
        }
        let keys = sections.map { section in
            "The section \(section.name): \(section.summary)\n\n\(table("Key", section.paths))"
        }
        return ([types.text] + options + keys).joined(separator: "\n\n")
    }

    private var backends: [any StoreBackend.Type] {
        registry.types.compactMap { try? registry.backend(for: $0) }
    }

    private func names(_ backend: any StoreBackend.Type) -> [String] {
        Capabilities.all.filter { backend.capabilities.contains($0.capability) }.map(\.name)
    }

    private func capabilities(_ backend: any StoreBackend.Type) -> String {
        let names = names(backend)
        return names.isEmpty ? "–" : names.joined(separator: ", ")
    }

    private func table(_ heading: String, _ options: [(name: String, option: StoreOption)]) -> String {
        let names = options.map(\.name.count).max() ?? 0
        // The three columns and the gaps between them fit in 80 characters.
        let meaning = min(32, 80 - names - 2 - 28 - 2)
        var table = TextTable(headings: [heading, "Values", "Meaning"], limits: [1: 28, 2: meaning])
        table.rows = options.map { name, option in
            [name, option.isSecret ? "a reference to a secret" : option.kind.allowed, option.summary]
        }
        return table.text
    }

    /// The same for programs.
    var document: BackendsDocument {
        BackendsDocument(
            backends: backends.map { backend in
                BackendsDocument.Backend(
                    type: backend.type.name, capabilities: names(backend),
                    options: backend.options.map { .init($0.name, $0) })
            },
            sections: sections.map { section in
                BackendsDocument.Section(
                    name: section.name, meaning: section.summary, keys: section.paths.map { .init($0, $1) })
            })
    }
}

/// The document that `backends --json` prints.
struct BackendsDocument: Codable, Sendable, Equatable {
    /// One backend.
    struct Backend: Codable, Sendable, Equatable {
        var type: String
        var capabilities: [String]
        var options: [Option]
    }

    /// One option of a backend.
    struct Option: Codable, Sendable, Equatable {
        var name: String
        var values: String
        var meaning: String
        var isSecret: Bool

        init(_ name: String, _ option: StoreOption) {
            self.name = name
            values = option.kind.allowed
            meaning = option.summary
            isSecret = option.isSecret
        }
    }

    /// One section of configurations.
    struct Section: Codable, Sendable, Equatable {
        var name: String
        var meaning: String
        var keys: [Option]
    }

    var backends: [Backend]
    var sections: [Section]
}
