import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Lanes of an outbox send beside each other, and each in order.
enum LanePromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("A lane does not wait for another") { ground in
            let server = SlowServer(slow: "Author")
            let stack = try ground.stack(try schema("posts", "authors"))
            let repositories = try await Repositories(stack, source: server)
            try await repositories[Author.self].save(Author("slow").snapshot)
            try await repositories[Post.self].save([Post("one").snapshot, Post("two").snapshot])
            try await repositories.sending {
                if server.state.withLock({ $0.sent.count }) == 2 { server.gate.open() }
                return try await repositories.outbox.counts().isEmpty
            }
            try expect(server.state.withLock { $0.sent.map(\.model) } == ["Post", "Post", "Author"])
        },
        promise("What builds on another lane waits") { ground in
            let server = SlowServer(slow: "Author")
            let stack = try ground.stack(try schema("posts", "authors"))
            let repositories = try await Repositories(stack, source: server)
            try await stack.perform { context in
                try context.insert(Post("one", author: Author("slow")))
                try context.insert(Post("other"))
                try context.save()
            }
            try await repositories.sending {
                if server.state.withLock({ $0.sent.count }) == 1 { server.gate.open() }
                return try await repositories.outbox.counts().isEmpty
            }
            let titles = server.state.withLock { $0.sent.map { $0.values["title"] ?? .text($0.model) } }
            try expect(titles == [.text("other"), .text("Author"), .text("one")])
        },
        promise("A lane may have several batches on their way") { ground in
            let server = SlowServer(slow: "Post")
            let stack = try ground.stack(try schema("posts"))
            let repositories = try await Repositories(
                stack, source: server, lanes: [OutboxLane("posts", width: 3)])
            try await repositories[Post.self].save((0..<9).map { Post("\($0)").snapshot })
            try await repositories.sending {
                if server.state.withLock({ $0.onTheirWay }) == 3 { server.gate.open() }
                return try await repositories.outbox.counts().isEmpty
            }
            try expect(server.state.withLock { $0.most } == 3)
            try expect(Set(server.state.withLock { $0.sent.map(\.id) }).count == 9)
        },
        promise("Writes of one object stay in order") { ground in
            let server = SlowServer()
            let stack = try ground.stack(try syncedSchema())
            let repositories = try await Repositories(stack, source: server, lanes: [OutboxLane(width: 4)])
            let posts = try await repositories[Post.self].save((0..<5).map { Post("\($0)").snapshot })
            for round in 1..<4 {
                try await repositories[Post.self].save(
                    posts.map { post in
                        var post = post
                        post.likes = round
                        return post
                    })
            }
            try await repositories.sending { try await repositories.outbox.counts().isEmpty }
            let sent = server.state.withLock { $0.sent }
            try expect(sent.count == 20)
            for post in posts {
                let likes = sent.filter { $0.key == post.objectID.key.objectKey }.map { $0.values["likes"] }
                try expect(likes == [.integer(0), .integer(1), .integer(2), .integer(3)])
            }
        },
        promise("A save is one batch") { ground in
            let server = SlowServer(wholeSaves: true, batches: 3)
            let sizes = Mutex<[Int]>([])
            let stack = try ground.stack(try schema())
            let repositories = try await Repositories(
                stack, source: WatchedSource(server) { count in sizes.withLock { $0.append(count) } })
            try await stack.perform { context in
                try context.insert(Post("one", author: Author("Ann")))
                try context.save()
                for number in 0..<4 { try context.insert(Post("\(number)")) }
                try context.save()
            }
            try await repositories.sending { try await repositories.outbox.counts().isEmpty }
            try expect(sizes.withLock { $0 } == [2, 3, 1])
            try expect(server.state.withLock { $0.sent.prefix(2).map(\.model) } == ["Author", "Post"])
        },
        promise("What is held stays behind its save") { ground in
            let server = SlowServer(wholeSaves: true, batches: 100)
            let schema = try Schema("Blog", models: [Author.self, Post.self]).syncing {
                Synced(Author.self)
                Synced(Post.self, writes: .localAndRemote)
            }
            let stack = try ground.stack(schema)
            let repositories = try await Repositories(stack, source: server)
            try await stack.perform { context in
                try context.insert(Post("with", author: Author("held")))
                try context.insert(Post("without"))
                try context.save()
            }
            try await repositories.sending { try await repositories.outbox.counts().waiting == 1 }
            try await expectAsync(try await repositories.outbox.counts().held == 1)
            try expect(server.state.withLock { $0.sent.map { $0.values["title"] } } == [.text("without")])
        },
        promise("A save over two lanes leaves in its order") { ground in
            let server = SlowServer(wholeSaves: true, batches: 100)
            let stack = try ground.stack(try schema("posts", "authors"))
            let repositories = try await Repositories(stack, source: server)
            let (first, post) = try await stack.perform { context in
                let author = Author("first")
                let post = Post("one", author: author)
                try context.insert(post)
                try context.save()
                return (author.objectID, post.objectID)
            }
            // Each lane has a write that waits for one of the other.
            try await stack.perform { context in
                try required(try context.object(post)).author = Author("second")
                try context.delete(try required(try context.object(first)))
                try context.save()
            }
            try await repositories.sending { try await repositories.outbox.counts().isEmpty }
            let sent = server.state.withLock { $0.sent.map { "\($0.kind) \($0.model)" } }
            try expect(
                sent == [
                    "insert Author", "insert Post", "insert Author", "update Post", "delete Author",
                ])
        },
        promise("A pause of the server is one of its whole lane") { ground in
            let pause = TaskGate()
            let clock = RecordingClock { await pause.wait() }
            var times = SyncTimes()
            times.clock = clock
            let server = SlowServer(slow: "Post", failing: "0")
            let stack = try ground.stack(try schema("posts"))
            let repositories = try await Repositories(
                stack, source: server, lanes: [OutboxLane("posts", width: 3)], times: times)
            try await repositories[Post.self].save((0..<20).map { Post("\($0)").snapshot })
            let task = Task { try await repositories.run() }
            while clock.waits.isEmpty { await Task.yield() }
            server.gate.open()
            while server.state.withLock({ $0.onTheirWay }) > 0 { await Task.yield() }
            for _ in 0..<100 { await Task.yield() }
            try await expectAsync(try await repositories.outbox.counts().waiting >= 18)
            pause.open()
            while try await !repositories.outbox.counts().isEmpty { await Task.yield() }
            try expect(Set(server.state.withLock { $0.sent.map(\.id) }).count == 20)
            task.cancel()
            try await task.value
        },
    ]

    /// A server whose answers to writes of some models wait.
    private final class SlowServer: RemoteSource {
        let gate = TaskGate()
        let slow: String
        /// The title of the post that it does not take at first.
        let failing: String
        let state = Mutex((sent: [RemoteWrite](), onTheirWay: 0, most: 0, hasFailed: false))
        let takesWholeSaves: Bool
        let mostWritesPerBatch: Int

        init(slow: String = "", failing: String = "", wholeSaves: Bool = false, batches: Int = 1) {
            self.slow = slow
            self.failing = failing
            takesWholeSaves = wholeSaves
            mostWritesPerBatch = batches
        }

        func fetch(_ request: RemoteRequest) async throws -> RemotePayload { RemotePayload() }

        func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
            try state.withLock { state in
                let fails = batch.writes.contains { $0.values["title"] == .text(failing) }
                if fails && !state.hasFailed {
                    state.hasFailed = true
                    throw RemoteFailure(503)
                }
                state.onTheirWay += 1
                state.most = max(state.most, state.onTheirWay)
            }
            if batch.writes.contains(where: { $0.model == slow }) { await gate.wait() }
            state.withLock { state in
                state.onTheirWay -= 1
                state.sent += batch.writes
            }
            return batch.writes.map { _ in .accepted }
        }
    }

    private static func schema(_ posts: String = "", _ authors: String = "") throws -> Schema {
        try Schema("Blog", models: [Author.self, Post.self]).syncing {
            Synced(Author.self, writes: .localAndRemote, lane: authors)
            Synced(Post.self, writes: .localAndRemote, lane: posts)
        }
    }
}

/// Tells the sizes of batches.
private struct WatchedSource: RemoteSource {
    let source: any RemoteSource
    let tell: @Sendable (Int) -> Void

    init(_ source: any RemoteSource, _ tell: @escaping @Sendable (Int) -> Void) {
        self.source = source
        self.tell = tell
    }

    var takesWholeSaves: Bool { source.takesWholeSaves }
    var mostWritesPerBatch: Int { source.mostWritesPerBatch }
    func fetch(_ request: RemoteRequest) async throws -> RemotePayload { try await source.fetch(request) }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        tell(batch.writes.count)
        return try await source.send(batch)
    }
}
