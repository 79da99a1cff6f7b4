import Granary

/// A version of models that a command line names.
struct NamedSchema: Sendable {
    /// How people know it: the name of a release, of a store or of the program's schema.
    var name: String
    var schema: StoredSchema
    /// The configurations that it covers, for a store's schema; `nil` for a whole schema.
    var configurations: Set<String>?
    /// The schema of the program, with its migrations; `nil` for any other.
    var program: Schema?
}

extension NamedSchema {
    /// Finds the schema that an argument names: a recorded file, a store; without one that of the program's models,
    /// else that of all stores.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` where there is none; any error from reading the file, the configuration
    ///   or the store.
    static func find<Program: ToolProgram>(
        _ argument: String?, of program: Program.Type, _ options: ConfigurationOptions, _ screen: Screen
    ) async throws -> NamedSchema {
        if let argument, argument.ends(with: ".json") {
            let version = try SchemaHistory.version(at: argument)
            return NamedSchema(name: version.name, schema: version.schema)
        }
        if argument == nil, let schema = try Program.schema() {
            return NamedSchema(
                name: schema.name, schema: StoredSchema(schema, schema.configurations), program: schema)
        }
        let setup = try await ToolSetup.read(program, options)
        let stores = try setup.stores(named: argument.map { [$0] } ?? [])
        var found: [(PlacedStore, StoredSchema)] = []
        for store in stores where argument != nil || store.backend is any InspectableBackend.Type {
            let schema = try await Progress(screen: screen).during("Looking at \(store.label)") {
                try store.inspected()?.schema
            }
            if let schema { found.append((store, schema)) }
        }
        guard let (first, schema) = found.first else { throw none(argument, stores) }
        if found.count == 1 {
            return NamedSchema(
                name: first.label, schema: schema, configurations: schema.configurations)
        }
        let all = StoredSchema(tables: found.flatMap { $0.1.tables })
        return NamedSchema(
            name: found.map(\.0.label).joined(separator: ", "), schema: all,
            configurations: all.configurations)
    }

    private static func none(_ argument: String?, _ stores: [PlacedStore]) -> GranaryError {
        guard let argument, let place = stores.first?.place else {
            return GranaryError(
                .notFound,
                "None of the stores exists yet. Name a recorded schema (NAME.json), or another configuration."
            )
        }
        return GranaryError(.notFound, "The store “\(argument)” does not exist yet; its place is \(place).")
    }
}
