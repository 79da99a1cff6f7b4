import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Where the promises of repositories get their stores: on the backend of a harness, each promise in its own place.
struct SyncGround: Sendable {
    private let harness: ConformanceHarness
    private let directory: String
    private let made = StackList()

    /// Does the work of a promise, then closes its stacks and destroys their store.
    static func run(
        on bench: ConformanceBench, _ body: @Sendable (SyncGround) async throws -> Void
    ) async throws {
        try await SyncGround(harness: bench.harness, directory: bench.directory).apart(body)
    }

    private init(harness: ConformanceHarness, directory: String) {
        self.harness = harness
        self.directory = directory
    }

    /// Whether what is in a store is there when it is opened again.
    var keepsStores: Bool { harness.capabilities.contains(.persistent) }

    private func configuration(_ name: String, at store: String) throws -> StoreConfiguration {
        try harness.placement(name, ConformancePlace(directory: directory, store: store))
    }

    /// A started stack on a place of the promise, or on a disk there that fills.
    ///
    /// Stacks of one place share its store, and follow the others where they are to and can.
    func stack(
        _ schema: Schema, at place: String = "synced", settings: StackSettings = StackSettings(),
        followsOthers: Bool = false, on disk: FullDisk? = nil
    ) throws -> PersistentStack {
        let backend = disk == nil ? harness.backend : harness.backend.type.onDisk
        let stack = PersistentStack(
            schema, registry: try StoreRegistry(backends: [backend]), settings: settings)
        try stack.attachPersistentStores(
            for: schema.configurations.map { name in
                var configuration = try configuration(name, at: place)
                configuration.followsOthers =
                    followsOthers && backend.type.capabilities.contains(.foreignSaves)
                return disk.map { configuration.on($0) } ?? configuration
            })
        made.append(stack, place)
        try stack.start()
        return stack
    }

    /// Does work in stores that are removed after it.
    func apart(_ body: (SyncGround) async throws -> Void) async throws {
        let ground = SyncGround(harness: harness, directory: directory)
        do {
            try await body(ground)
        } catch {
            try? await ground.leave()
            throw error
        }
        try await ground.leave()
    }

    /// A client with a stack of its own on the place of the promise.
    func client(
        _ writes: SyncedWrites = .localAndRemote, server: ScriptedServer = ScriptedServer(),
        times: SyncTimes = SyncTimes(), deciding: RefusalHandler? = nil
    ) async throws -> SyncClient {
        try await client(try syncedSchema(writes), server: server, times: times, deciding: deciding)
    }

    /// A client of other models.
    func client(
        _ schema: Schema, server: ScriptedServer = ScriptedServer(), sending: OutboxSending = .atOnce,
        access: AccessPolicy = .all, times: SyncTimes = SyncTimes(), deciding: RefusalHandler? = nil
    ) async throws -> SyncClient {
        try await SyncClient(try stack(schema), server, sending: sending, access: access, times, deciding)
    }

    /// A client of posts, and of authors with a source of their own, which may not be there yet.
    func client(posts: ScriptedServer, authors: ScriptedServer? = nil) async throws -> SyncClient {
        let schema = try Schema("Blog", models: [Author.self, Post.self]).syncing {
            Synced(Author.self, writes: .localAndRemote, source: "authors")
            Synced(Post.self, writes: .localAndRemote)
        }
        let stack = try stack(schema)
        var sources: [String: any RemoteSource] = ["": posts]
        sources["authors"] = authors
        let repositories = try await Repositories(stack, sources: sources)
        return SyncClient(stack, posts, repositories)
    }

    private func leave() async throws {
        let stacks = made.all
        for (stack, _) in stacks { try await stack.close() }
        var removed: Set<[String]> = []
        for (stack, place) in stacks {
            for name in stack.schema.configurations where removed.insert([name, place]).inserted {
                try harness.backend.type.destroy(try configuration(name, at: place))
            }
        }
    }
}

/// The stacks that a promise has made, with their places.
private final class StackList: Sendable {
    private let stacks = Mutex<[(PersistentStack, String)]>([])

    var all: [(PersistentStack, String)] { stacks.withLock { $0 } }

    func append(_ stack: PersistentStack, _ place: String) { stacks.withLock { $0.append((stack, place)) } }
}
