import Granary
import GranarySync
import Synchronization

/// A stack with repositories over a scripted server.
struct SyncClient: Sendable {
    let stack: PersistentStack
    let server: ScriptedServer
    let repositories: Repositories

    init(
        _ stack: PersistentStack, _ server: ScriptedServer, sending: OutboxSending = .atOnce,
        access: AccessPolicy = .all, _ times: SyncTimes, _ deciding: RefusalHandler? = nil
    ) async throws {
        self.stack = stack
        self.server = server
        repositories = try await Repositories(
            stack, source: server, sending: sending, access: access, times: times, deciding: deciding)
    }

    /// A client with repositories that were made otherwise.
    init(_ stack: PersistentStack, _ server: ScriptedServer, _ repositories: Repositories) {
        self.stack = stack
        self.server = server
        self.repositories = repositories
    }

    /// Runs the sender until a condition holds.
    func sending(until condition: @escaping @Sendable () async throws -> Bool) async throws {
        try await repositories.sending(until: condition)
    }

    /// Runs the sender until nothing waits.
    func sendAll() async throws {
        let outbox = repositories.outbox
        try await sending { try await outbox.counts().waiting == 0 }
    }

    /// The first error that the sender reports from now on.
    func firstSendingError() -> Task<GranaryError?, Never> { stack.firstSendingError() }

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

    /// Deletes a post.
    func delete(_ id: ObjectID<Post>) async throws {
        try await stack.perform { context in
            try context.delete(try required(try context.object(id)))
            try context.save()
        }
    }

    /// Runs the sender until the server has refused a number of writes.
    func sendUntilRefused(_ count: Int = 1) async throws {
        let outbox = repositories.outbox
        try await sending { try await outbox.counts().refused == count }
    }

    /// The post that the server holds.
    func remote(_ id: ObjectID<Post>) -> Post.Snapshot? {
        server.state.withLock { $0.posts[id.key.objectKey] }
    }

    /// The post that the store holds.
    func stored(_ id: ObjectID<Post>) async throws -> Post.Snapshot? {
        try await stack.perform { try $0.object(id)?.snapshot }
    }
}

extension Repositories {
    /// Runs the sender while a body runs.
    func whileSending(_ body: () async throws -> Void) async throws {
        let task = Task { try await run() }
        defer { task.cancel() }
        try await body()
        task.cancel()
        try await task.value
    }

    /// Runs the sender until a condition holds.
    func sending(until condition: () async throws -> Bool) async throws {
        try await whileSending {
            while try await !condition() { try await Task.sleep(for: .milliseconds(1)) }
        }
    }
}

extension PersistentStack {
    /// The first error that a sender reports from now on.
    func firstSendingError() -> Task<GranaryError?, Never> {
        // Taken before the task runs, so that it misses none.
        let errors = errors
        return Task {
            for await error in errors where error.work == .sending { return error.error }
            return nil
        }
    }
}
