import FoundationEssentials
import Granary
import GranaryLevelDB
import GranaryMemory
import GranaryPostgreSQL
import GranarySQLite

extension StoreOptions {
    /// The backends that a configuration file may name; the only place that knows them.
    private static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]

    /// Runs something with open stores, whose data are complete, and closes them.
    ///
    /// - Throws: `GranaryError` for a configuration or store that cannot be used, ``DataError`` for data that cannot.
    func withData<R: Sendable>(
        _ body: (PersistentStack, Importer.Outcome) async throws -> R
    ) async throws -> R {
        let folder = try data.map(DataFolder.at)
        let stack = try await PersistentStack.open(
            FlightsSchema.make(), configuration: .file(configurationPath()), backends: Self.backends)
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
        let schema = try FlightsSchema.make()
        let registry = try StoreRegistry(backends: Self.backends)
        let source: any ConfigurationSource = .file(try configurationPath())
        let configuration = try await source.configuration(for: .init(schema: schema, registry: registry))
        let paths = try configuration.stores.compactMap { store in
            try registry.backend(for: store.type).location(of: store)
        }
        // What is no path is in a server, which can only be asked by opening the store.
        let present = Set(paths).sorted().filter {
            !$0.hasPrefix("/") || FileManager.default.fileExists(atPath: $0)
        }
        let stack = PersistentStack(schema, registry: registry)
        try await stack.attachPersistentStores(for: configuration.stores)
        try await stack.destroyPersistentStores()
        return present
    }

    /// The configuration file: the one that is named, else the first of the usual places.
    ///
    /// - Throws: ``DataError`` when none is named and none is there.
    private func configurationPath() throws -> String {
        if let config { return config }
        let usual = ["granary.yaml", "Examples/Flights/granary.yaml"]
        guard let path = usual.first(where: FileManager.default.fileExists(atPath:)) else {
            throw DataError(
                FileManager.default.currentDirectoryPath,
                "There is neither \(usual.joined(separator: " nor ")) in it; name a configuration file with --config."
            )
        }
        return path
    }
}
