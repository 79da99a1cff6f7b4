internal import FoundationEssentials
internal import Granary
internal import PostgreSQLLoop
internal import Workload

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The stores that are measured: originals, made once for all rows that begin with the same, and copies of them.
public final class TicketStores {
    private let directory: String
    private let server: LoopServer?
    private var originals: [Kind: TicketStore] = [:]
    private var count = 0

    /// The differences between two originals.
    private struct Kind: Hashable {
        let engine: Engine
        let rows: Int
        let version: Version
    }

    /// Begins without any; those of PostgreSQL will be databases on the server with the URL.
    public init(in parent: String, server url: String?) throws {
        directory = "\(parent)/granary-lifetime-\(UUID().uuidString)"
        server = try url.map { try LoopServer(url: $0, word: "lifetime") }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    /// The store in a version with a number of rows, only for copying.
    func original(_ engine: Engine, rows: Int, _ version: Version) async throws -> TicketStore {
        let kind = Kind(engine: engine, rows: rows, version: version)
        if let original = originals[kind] { return original }
        let store: TicketStore
        if version == .first {
            store = TicketStore(engine: engine, place: try makePlace(engine))
            try await store.fill(rows)
        } else {
            store = try copy(try await original(engine, rows: rows, .first))
            try await store.open(version).close()
        }
        if engine.isServer { try server?.tidy(store.place, tables: ["Ticket"]) }
        originals[kind] = store
        return store
    }

    /// A store with the same content.
    func copy(_ store: TicketStore) throws -> TicketStore {
        if store.engine.isServer {
            return TicketStore(engine: store.engine, place: try databases().copy(store.place))
        }
        let copy = nextPath()
        try FileManager.default.copyItem(atPath: store.place, toPath: copy)
        // Else the first synchronous write to the copy would also wait for all its pages.
        sync()
        return TicketStore(engine: store.engine, place: copy)
    }

    /// Removes a store.
    func remove(_ store: TicketStore) throws {
        if store.engine.isServer { return try databases().remove(store.place) }
        try FileManager.default.removeItem(atPath: store.place)
    }

    /// Removes everything.
    public func remove() {
        server?.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Makes an empty directory or database.
    func makePlace(_ engine: Engine) throws -> String {
        if engine.isServer { return try databases().make() }
        let path = nextPath()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private func databases() throws -> LoopServer {
        guard let server else { throw WorkloadError("there is no PostgreSQL server") }
        return server
    }

    private func nextPath() -> String {
        count += 1
        return "\(directory)/\(count)"
    }
}
