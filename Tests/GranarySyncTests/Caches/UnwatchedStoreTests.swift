import Granary
import GranaryConformance
import Synchronization
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// Rows in memory are only those of stores whose saves are all heard of.
@Suite(.timeLimit(.minutes(1))) struct UnwatchedStoreTests {
    private func makeStack(_ backend: Backend, follows: Bool = true) throws -> PersistentStack {
        let schema = try Schema("Blog", models: [Author.self, Post.self]).syncing {
            Synced(Author.self)
            Synced(Post.self, cache: .rows(10))
        }
        let stack = PersistentStack(schema, registry: try StoreRegistry(backends: [backend]))
        var configuration = StoreConfiguration(name: "Default", type: backend.type.type)
        configuration.followsOthers = follows
        try stack.attachPersistentStores(for: [configuration])
        try stack.start()
        return stack
    }

    private func client(_ stack: PersistentStack) async throws -> (Repositories, Post.Snapshot) {
        let repositories = try await Repositories(stack, source: ScriptedServer())
        repositories.watchNoMemory()
        let post = try await stack.perform { context in
            let post = Post("one")
            try context.insert(post)
            try context.save()
            return post.snapshot
        }
        return (repositories, post)
    }

    /// How many rows are in memory after a read of one.
    private func rows(_ repositories: Repositories, _ post: Post.Snapshot) async throws -> Int {
        let found = try await repositories[Post.self].object(post.objectID, .local)
        #expect(found == post)
        return repositories.cached(Post.self).rows
    }

    @Test func aStoreThatCannotBeWatchedHasNoRowsInMemory() async throws {
        let stack = try makeStack(Backend(HandWatched<Unwatchable>.self))
        let (repositories, post) = try await client(stack)
        for _ in 0..<2 { #expect(try await rows(repositories, post) == 0) }
        try await stack.close()
    }

    @Test func aWatchThatFailsEmptiesCachesUntilItGoesOn() async throws {
        let stack = try makeStack(Backend(HandWatched<Watchable>.self))
        let (repositories, post) = try await client(stack)
        let store = try #require(try stack.coordinator().members.first?.store as? HandWatchedStore)
        let watcher = try #require(store.watcher)
        for _ in 0..<2 {
            #expect(try await rows(repositories, post) == 1)
            for _ in 0..<2 {
                watcher.watchingFailed(GranaryError(.unavailable, "The watch is lost."))
                #expect(repositories.cached(Post.self) == .zero)
                #expect(try await rows(repositories, post) == 0)
            }
            watcher.othersHaveSaved(in: nil)
        }
        #expect(try await rows(repositories, post) == 1)
        // Another watch is begun with the store.
        watcher.watchingFailed(GranaryError(.unavailable, "The watch is lost."))
        try await stack.stop()
        try await stack.start()
        #expect(try await repositories[Post.self].object(post.objectID, .local) == nil)
        let again = try await stack.perform { context in
            let post = Post("two")
            try context.insert(post)
            try context.save()
            return post.snapshot
        }
        #expect(try await rows(repositories, again) == 1)
        try await stack.close()
    }

    @Test func aStoreThatReportsOthersHasToBeFollowed() async throws {
        let stack = try makeStack(Backend(HandWatched<Watchable>.self), follows: false)
        let error = await #expect(throws: GranaryError.self) {
            _ = try await Repositories(stack, source: ScriptedServer())
        }
        #expect(error?.code == .configuration)
        try await stack.close()
    }
}

private protocol Watchability: Sendable, SendableMetatype { static var isWatchable: Bool { get } }
private enum Watchable: Watchability { static let isWatchable = true }
private enum Unwatchable: Watchability { static let isWatchable = false }

/// The reference store, of which a test says what others do in it.
private enum HandWatched<Kind: Watchability>: StoreBackend {
    static var type: StoreType { StoreType("hand-watched-\(Kind.self)") }
    static var capabilities: Capabilities {
        ReferenceBackend.capabilities.subtracting(.staging).union(.foreignSaves)
    }
    static var options: [StoreOption] { [] }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try ReferenceBackend.location(of: configuration)
    }

    static func open(_ request: StoreOpenRequest) -> any Store {
        HandWatchedStore(ReferenceBackend.open(request), capabilities, isWatchable: Kind.isWatchable)
    }

    static func destroy(_ configuration: StoreConfiguration) {}
}

private final class HandWatchedStore: WatchedStore {
    private let base: any Store
    private let isWatchable: Bool
    private let watching = Mutex<(any StoreWatcher)?>(nil)
    let capabilities: Capabilities

    init(_ base: any Store, _ capabilities: Capabilities, isWatchable: Bool) {
        self.base = base
        self.capabilities = capabilities
        self.isWatchable = isWatchable
    }

    var watcher: (any StoreWatcher)? { watching.withLock { $0 } }
    var identity: StoreIdentity { base.identity }
    func makeSession() throws -> any StoreSession { try base.makeSession() }
    func close() throws { try base.close() }

    func watch(_ watcher: any StoreWatcher) throws {
        if !isWatchable { throw GranaryError(.unavailable, "The system has no more watches.") }
        watching.withLock { $0 = watcher }
    }
}
