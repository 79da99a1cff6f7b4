import FoundationEssentials
import Granary
import GranaryLevelDB
import GranaryMemory
import GranaryPostgreSQL
import GranarySQLite
import GranaryTool

extension StoreOptions {
    /// The backends that a configuration file may name; the only place that knows them.
    static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]

    /// Runs something with open stores, whose data are complete, and closes them.
    ///
    /// - Throws: `GranaryError` for a configuration or store that cannot be used, ``DataError`` for data that cannot.
    func withData<R: Sendable>(
        _ body: (PersistentStack, Importer.Outcome) async throws -> R
    ) async throws -> R {
        let folder = try data.map(DataFolder.at)
        let stack = try await PersistentStack.open(
            FlightsSchema.make(), configuration: source(), backends: Self.backends)
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

    /// Stores the data that `--data` names with the models of the first version; gives the number of flights, and `nil`
    /// without such data.
    ///
    /// - Throws: ``DataError`` for data that cannot be read, and for stores that exist already; any error from saving.
    func storeInFirstVersion() async throws -> Int? {
        guard let folder = try data.map(DataFolder.at) else { return nil }
        let stack = try await PersistentStack.open(
            FirstVersion.schema(), configuration: source(), backends: Self.backends)
        do {
            let count = try await stack.perform(.importer) { context in
                guard try !context.exists(FirstVersion.Flight.all) else {
                    throw DataError(
                        folder.path, "There are flights already; remove them with `flights reset` first.")
                }
                return try FirstVersionImport(folder: folder, progress: ConsoleProgress()).run(into: context)
            }
            try await stack.close()
            return count
        } catch {
            try? await stack.close()
            throw error
        }
    }

    /// Destroys every store of the configuration; returns the paths of those that existed.
    ///
    /// - Throws: `GranaryError` for a configuration that cannot be read, and a file that is no store.
    func destroyStores() async throws -> [String] {
        let (schema, registry, configuration) = try await stores()
        let paths = try configuration.stores.compactMap { store in
            try registry.backend(for: store.type).location(of: store)
        }
        // A store without a path is in a server, which can only be asked by opening the store.
        let present = Set(paths).sorted().filter {
            !$0.hasPrefix("/") || FileManager.default.fileExists(atPath: $0)
        }
        let stack = PersistentStack(schema, registry: registry)
        try await stack.attachPersistentStores(for: configuration.stores)
        try await stack.destroyPersistentStores()
        return present
    }

    /// A place where the configuration keeps something.
    struct Place {
        let path: String
        let type: StoreType
        /// The names of the configurations that have their store there.
        var configurations: [String]
    }

    /// The places where the configuration keeps something, in its order.
    ///
    /// - Throws: `GranaryError` for a configuration that cannot be read.
    func persistentStores() async throws -> [Place] {
        let (_, registry, configuration) = try await stores()
        var places: [Place] = []
        for store in configuration.stores {
            guard let path = try registry.backend(for: store.type).location(of: store) else { continue }
            if let index = places.firstIndex(where: { $0.path == path }) {
                places[index].configurations.append(store.name)
            } else {
                places.append(Place(path: path, type: store.type, configurations: [store.name]))
            }
        }
        return places
    }

    /// The content of the configuration file.
    private func stores() async throws -> (Schema, StoreRegistry, StackConfiguration) {
        let schema = try FlightsSchema.make()
        let registry = try StoreRegistry(backends: Self.backends)
        let configuration = try await source().configuration(for: .init(schema: schema, registry: registry))
        return (schema, registry, configuration)
    }

    /// The source that says which store holds which configuration.
    private func source() throws -> any ConfigurationSource {
        .file(try configurationPath(), environment: place.environment)
    }

    /// The configuration file: the one that is named, else the first of the usual places.
    ///
    /// - Throws: ``DataError`` when none is named and none exists.
    private func configurationPath() throws -> String {
        try place.config ?? Self.usualPath()
    }

    /// The first configuration file that is in one of the usual places.
    ///
    /// - Throws: ``DataError`` when there is none.
    static func usualPath() throws -> String {
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
