package import Granary
import GranaryLevelDB
import GranaryMemory
import GranaryPostgreSQL
import GranarySQLite

/// The models of the program, and the stores that a configuration file may name for them.
package enum BoardStores {
    /// The backends that a configuration file may name; the only place that knows them.
    package static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]

    /// Makes the schema.
    static func schema() throws -> Schema { try Schema("Board", models: [Departure.self]) }

    /// Opens the store of a configuration.
    ///
    /// - Throws: `GranaryError` for a configuration or a store that cannot be used.
    package static func open(
        _ source: any ConfigurationSource, backends: [Backend] = backends
    ) async throws -> PersistentStack {
        try await PersistentStack.open(schema(), configuration: source, backends: backends)
    }
}
