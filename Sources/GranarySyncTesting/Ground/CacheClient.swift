import Granary
import GranaryConformance
import GranarySync

/// A client whose models have caches.
struct CacheClient: Sendable {
    let client: SyncClient
    let posts: Repository<Post>

    var stack: PersistentStack { client.stack }
    var server: ScriptedServer { client.server }
    var repositories: Repositories { client.repositories }

    /// A client of posts and authors with a cache.
    init(
        _ ground: SyncGround, _ cache: SyncedCache = .rows(100), server: ScriptedServer = ScriptedServer(),
        access: AccessPolicy = .all
    ) async throws {
        let schema = try Schema("Blog", models: [Author.self, Post.self, Draft.self]).syncing {
            Synced(Author.self, writes: .localAndRemote, cache: cache)
            Synced(Post.self, writes: .localAndRemote, cache: cache, ignoring: { $0.note })
        }
        let stack = try ground.stack(schema, followsOthers: true)
        client = try await SyncClient(stack, server, access: access, SyncTimes())
        posts = client.repositories[Post.self]
        client.repositories.watchNoMemory()
    }

    /// How often the store was asked for posts by their identities.
    var misses: Int { repositories.cacheMisses(of: Post.self) }

    /// Saves posts with some titles, and reads each.
    func cached(_ titles: [String]) async throws -> [Post.Snapshot] {
        var saved: [Post.Snapshot] = []
        for title in titles { saved.append(try await client.save(title)) }
        for post in saved { try await expectAsync(try await read(post) == post) }
        return saved
    }

    /// Saves a post, and reads it.
    func cached(_ title: String) async throws -> Post.Snapshot {
        try required(try await cached([title]).first)
    }

    /// A post by its identity, without the server.
    func read(_ post: Post.Snapshot) async throws -> Post.Snapshot? {
        try await posts.object(post.objectID, .local)
    }

    /// Whether a post is read as the store has it, without asking the store.
    func isCached(_ post: Post.Snapshot) async throws -> Bool {
        let before = misses
        let found = try await read(post)
        try await expectAsync(try await client.stored(post.objectID) == found, "the cached row")
        return misses == before
    }

    /// Checks that the next read of a post finds what the store has, which is something else than before.
    func expectNew(_ post: Post.Snapshot, line: Int = #line, file: String = #fileID) async throws {
        let found = try await read(post)
        let stored = try await client.stored(post.objectID)
        try expect(found == stored, "the row after a save", line: line, file: file)
        try expect(found != post, "another row after a save", line: line, file: file)
    }
}

extension Repositories {
    /// Has caches keep their rows, however scarce the memory of the machine is that runs the promises.
    func watchNoMemory() {
        watchMemory(
            MemoryFiles(pressure: "/none", membership: "/none", groups: "/none"), ContinuousClock())
    }
}
