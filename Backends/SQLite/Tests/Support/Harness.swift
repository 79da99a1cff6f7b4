import Granary
import GranaryConformance
import GranarySQLite
import GranaryTestSupport
import Testing

/// A store of the league in a separate directory, with a reference store to compare.
struct Harness {
    let directory: TemporaryDirectory
    let schema: Schema
    var configuration: StoreConfiguration

    init(_ schema: Schema? = nil, options: [String: String] = [:]) throws {
        directory = try TemporaryDirectory()
        self.schema = try schema ?? League.schema()
        configuration = StoreConfiguration(
            name: "Default", type: .sqlite, location: directory.path, options: StoreOptions(options))
        configuration.onIncompatible = .refuse
    }

    /// The path of the database file.
    var path: String { "\(directory.path)/default.sqlite" }

    func request(_ schema: Schema? = nil) -> StoreOpenRequest {
        let schema = schema ?? self.schema
        return StoreOpenRequest(
            configuration: configuration, entities: schema.entities, links: schema.links,
            fingerprint: schema.fingerprint)
    }

    func open(_ schema: Schema? = nil) throws -> any Store {
        try StorePreparation(request(schema), SQLiteStore.self).open()
    }

    func entity(_ name: String) throws -> Entity { try #require(schema.entity(name)) }

    /// Opens a store and a session of it.
    func session() throws -> Opened {
        let store = try open()
        return Opened(store: store, session: try store.makeSession())
    }
}

/// An open store with a session.
struct Opened {
    let store: any Store
    let session: any StoreSession

    func close() throws {
        session.end()
        try store.close()
    }
}
