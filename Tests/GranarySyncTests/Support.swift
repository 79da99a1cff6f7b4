import Granary
import GranaryMemory
import GranarySync
import GranaryTestSupport

/// A stack in memory with repositories over a server.
struct SyncBench {
    let stack: PersistentStack
    let server: ScriptedServer
    let repositories: Repositories

    init(
        _ writes: SyncedWrites = .localAndRemote, server: ScriptedServer = ScriptedServer(),
        times: SyncTimes = SyncTimes()
    ) async throws {
        stack = try startedStack(try syncedSchema(writes), on: .memory)
        self.server = server
        repositories = try await Repositories(stack, source: server, times: times)
    }

    /// Runs the sender until a condition holds.
    func sending(until condition: @escaping @Sendable () async throws -> Bool) async throws {
        let repositories = repositories
        let task = Task { try await repositories.run() }
        while try await !condition() {
            try await Task.sleep(for: .milliseconds(1))
        }
        task.cancel()
        try await task.value
    }

    /// Runs the sender until nothing waits.
    func sendAll() async throws {
        let outbox = repositories.outbox
        try await sending { try await outbox.counts().waiting == 0 }
    }

    /// Saves a new post, and returns its values.
    func save(_ title: String, _ options: ContextOptions? = nil) async throws -> Post.Snapshot {
        try await stack.perform(options) { context in
            let post = Post(title)
            try context.insert(post)
            try context.save()
            return post.snapshot
        }
    }

    /// Changes a post.
    func change(_ id: ObjectID<Post>, _ change: @escaping @Sendable (Post) -> Void) async throws {
        try await stack.perform { context in
            change(try required(try context.object(id)))
            try context.save()
        }
    }

    /// The post that the store holds.
    func stored(_ id: ObjectID<Post>) async throws -> Post.Snapshot? {
        try await stack.perform { try $0.object(id)?.snapshot }
    }
}
