import Granary

/// The abilities of the registered backends, and the options they take.
struct BackendListing {
    let registry: StoreRegistry

    /// A table of all types, then one of the options of each type that has any.
    var text: String {
        var types = TextTable(headings: ["Type", "Capabilities"], limits: [1: 64])
        types.rows = backends.map { [$0.type.name, capabilities($0)] }
        let options = backends.filter { !$0.options.isEmpty }.map(options)
        return ([types.text] + options).joined(separator: "\n\n")
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

    private func options(_ backend: any StoreBackend.Type) -> String {
        let names = backend.options.map(\.name.count).max() ?? 0
        // The three columns and the gaps between them fit in 80 characters.
        let meaning = min(32, 80 - names - 2 - 28 - 2)
        var table = TextTable(headings: ["Option", "Values", "Meaning"], limits: [1: 28, 2: meaning])
        table.rows = backend.options.map { option in
            [option.name, option.isSecret ? "a reference to a secret" : option.kind.allowed, option.summary]
        }
        return "Options of \(backend.type)\n\n\(table.text)"
    }

    /// The same for programs.
    var document: BackendsDocument {
        BackendsDocument(
            backends: backends.map { backend in
                BackendsDocument.Backend(
                    type: backend.type.name, capabilities: names(backend),
                    options: backend.options.map {
                        .init(
                            name: $0.name, values: $0.kind.allowed, meaning: $0.summary, isSecret: $0.isSecret
                        )
                    })
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
    }

    var backends: [Backend]
}
