import FoundationEssentials
import Granary
import GranaryMemory
import GranaryPostgreSQL
import GranarySQLite

extension StoreOptions {
    /// The folder to import, when one was named.
    ///
    /// - Throws: ``DataError`` when it does not hold the data.
    var folder: DataFolder? {
        get throws { try data.map(DataFolder.at) }
    }

    /// The backends that a configuration file may name; the only place that knows them.
    static let backends: [Backend] = [.memory, .sqlite, .postgresql]

    /// Runs something with open stores, whose data are complete, and closes them.
    ///
    /// - Throws: `GranaryError` for a configuration or store that cannot be used, ``DataError`` for data that cannot.
    func withData<R: Sendable>(_ body: (PersistentStack, Importer.Outcome) async throws -> R) async throws
        -> R
    {
        let folder = try folder
        let schema = try FlightsSchema.make()
        let registry = try StoreRegistry(backends: Self.backends)
        let source: any ConfigurationSource = .file(configurationPath)
        let configuration = try await source.configuration(
            for: ConfigurationRequest(schema: schema, registry: registry))
        let stack = PersistentStack(schema, registry: registry, settings: configuration.settings)
        try stack.attachPersistentStores(for: configuration.stores)
        try stack.start()
        do {
            let outcome = try await Importer(stack: stack, progress: ConsoleProgress()).run(folder)
            let result = try await body(stack, outcome)
            try await stack.close()
            return result
        } catch {
            try? await stack.close()
            throw error
        }
    }

    /// Destroys every store of the configuration; gives the paths of those that were there.
    ///
    /// - Throws: `GranaryError` for a configuration that cannot be read, and a file that is no store.
    func destroyStores() async throws -> [String] {
        let registry = try StoreRegistry(backends: Self.backends)
        let request = ConfigurationRequest(schema: try FlightsSchema.make(), registry: registry)
        let source: any ConfigurationSource = .file(configurationPath)
        var destroyed: [String] = []
        for store in try await source.configuration(for: request).stores {
            let backend = try registry.backend(for: store.type)
            let path = try backend.location(of: store)
            let isThere = path.map { FileManager.default.fileExists(atPath: $0) } ?? false
            try backend.destroy(store)
            if let path, isThere { destroyed.append(path) }
        }
        return destroyed
    }

    private var configurationPath: String {
        if let config { return config }
        let usual = ["granary.yaml", "Examples/Flights/granary.yaml"]
        return usual.first { FileManager.default.fileExists(atPath: $0) } ?? usual[0]
    }
}
