import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// An object that belongs to a post.
@Model private final class Reply {
    var id: UUID
    var text: String
    @Relationship(.required) var post: Post?
    @Relationship var answered: Reply?

    init(_ text: String) {
        id = UUID()
        self.text = text
    }
}

/// A server that answers exactly what it is asked for.
private final class ExactServer: RemoteSource {
    struct State {
        var authors: [Author.Snapshot] = []
        var posts: [Post.Snapshot] = []
        var replies: [Reply.Snapshot] = []
        var requests: [RemoteRequest] = []
        /// The models whose requests by keys fail.
        var broken: Set<String> = []
    }

    let state = Mutex(State())

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
        try state.withLock { state in
            state.requests.append(request)
            let keys = request.keys.map { Set($0) }
            if keys != nil, state.broken.contains(request.model) { throw RemoteFailure(500) }
            func rows<S: ModelSnapshot>(_ rows: [S]) -> [S] {
                rows.filter { keys?.contains($0.objectID.key.objectKey) ?? true }
            }
            switch request.model {
            case "Author": return RemotePayload(rows(state.authors))
            case "Post": return RemotePayload(rows(state.posts))
            default: return RemotePayload(rows(state.replies))
            }
        }
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] { batch.writes.map { _ in .accepted } }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
    var requests: [RemoteRequest] { state.withLock { $0.requests } }
    /// The models that were asked for, in order.
    var asked: [String] { requests.map(\.model) }
}

/// Rows that a server serves without the objects that they refer to.
enum MissingTargetPromises: SyncPromiseList {
    static let category = ConformanceCategory.merging

    static let promises: [ConformancePromise] = [
        promise("Missing targets are asked for in one request for each model") { ground in
            let bench = try await Bench(ground)
            let others = (0..<3).map { Author("\($0)") }
            let posts = others.map { author in
                var post = Post(author.name).snapshot
                post.author = author.id
                return post
            }
            bench.server.set { [authors = others.map(\.snapshot)] state in
                state.authors += authors
                state.posts += posts
            }
            let answer = try await bench.repositories[Reply.self].fetch(Reply.all, .remote)
            try expect(answer.isComplete && answer.map(\.text) == ["first"])
            try expect(bench.server.asked == ["Reply", "Post", "Author"])
            try expect(bench.server.requests.last?.keys == [bench.author.objectID.key.objectKey])
            try await expectAsync(try await bench.repositories[Post.self].fetch(Post.all, .remote).count == 4)
            try expect(bench.server.asked.dropFirst(3) == ["Post", "Author"])
            try expect(bench.server.requests.last?.keys?.count == 3)
            try await expectAsync(try await bench.gaps().isEmpty)
            // They are here now.
            _ = try await bench.repositories[Post.self].fetch(Post.all, .remote)
            try expect([bench.server.asked.last] == ["Post"])
        },
        promise("A reference waits for its target") { ground in
            let bench = try await Bench(ground)
            bench.server.set { $0.authors = [] }
            let posts = bench.repositories[Post.self]
            for _ in 0..<2 {
                let answer = try await posts.fetch(Post.all, .remote)
                try expect(
                    answer.map(\.title) == ["one"] && answer.map(\.author) == [nil] && !answer.isComplete)
                try await expectAsync(try await bench.gaps() == ["Post.author"])
            }
            bench.server.set { [author = bench.author] in $0.authors = [author] }
            _ = try await bench.repositories[Author.self].fetch(Author.all, .remote)
            let answer = try await posts.fetch(Post.all, .local)
            try expect(answer.map(\.author) == [bench.author.id] && answer.isComplete)
            try await expectAsync(try await bench.gaps().isEmpty)
        },
        promise("A row waits for a target that it needs") { ground in
            let bench = try await Bench(ground)
            bench.server.set { $0.broken = ["Post", "Author"] }
            let replies = bench.repositories[Reply.self]
            for _ in 0..<2 {
                let answer = try await replies.fetch(Reply.all, .remote)
                try expect(answer.isEmpty && !answer.isComplete)
                try await expectAsync(try await bench.gaps() == ["Reply.post"])
            }
            // The post comes without its author, for whom it waits in turn.
            _ = try await bench.repositories[Post.self].fetch(Post.all, .remote)
            let answer = try await replies.fetch(Reply.all, .local)
            try expect(answer.map(\.text) == ["first"] && answer.isComplete)
            try await expectAsync(try await bench.gaps() == ["Post.author"])
            _ = try await bench.repositories[Author.self].fetch(Author.all, .remote)
            try await expectAsync(try await bench.gaps().isEmpty)
        },
        promise("Rows that wait for one another come together") { ground in
            let bench = try await Bench(ground)
            var (second, third) = (Reply("second").snapshot, Reply("third").snapshot)
            (second.post, third.post) = (bench.reply.post, bench.reply.post)
            (second.answered, third.answered) = (third.id, bench.reply.id)
            bench.server.set { [second, third] state in
                state.replies = [second, third]
                state.broken = ["Post", "Reply"]
            }
            _ = try await bench.repositories[Reply.self].fetch(Reply.all, .remote)
            try await expectAsync(try await bench.gaps() == ["Reply.post", "Reply.post"])
            _ = try await bench.repositories[Post.self].fetch(Post.all, .remote)
            try await expectAsync(try await bench.gaps() == ["Reply.answered"])
            bench.server.set { [reply = bench.reply] in $0.replies.append(reply) }
            let answer = try await bench.repositories[Reply.self].fetch(
                Reply.all.sorted { $0.text }, .remote)
            try expect(answer.map(\.text) == ["first", "second", "third"] && answer.isComplete)
            try expect(
                answer.map(\.answered) == [nil, third.id, bench.reply.id])
        },
        promise("A later row of the object counts") { ground in
            let bench = try await Bench(ground)
            bench.server.set { $0.broken = ["Post"] }
            let replies = bench.repositories[Reply.self]
            _ = try await replies.fetch(Reply.all, .remote)
            bench.server.set { $0.replies[0].text = "changed" }
            _ = try await replies.fetch(Reply.all, .remote)
            _ = try await bench.repositories[Post.self].fetch(Post.all, .remote)
            try await expectAsync(try await replies.fetch(Reply.all, .local).map(\.text) == ["changed"])
        },
        promise("A row that waits is forgotten with its object") { ground in
            let bench = try await Bench(ground)
            bench.server.set { $0.broken = ["Post"] }
            let replies = bench.repositories[Reply.self]
            _ = try await replies.fetch(Reply.all, .remote)
            bench.server.set { $0.replies = [] }
            try await expectAsync(try await replies.object(bench.reply.objectID, .remote) == nil)
            try await expectAsync(try await bench.gaps().isEmpty)
            try await expectAsync(try await replies.fetch(Reply.all, .remote).isComplete)
        },
        promise("A write of the reference ends its waiting") { ground in
            let bench = try await Bench(ground)
            bench.server.set { $0.authors = [] }
            let posts = bench.repositories[Post.self]
            _ = try await posts.fetch(Post.all, .remote)
            let other = Author("other")
            let id = other.objectID
            bench.server.set { [other = other.snapshot] in $0.authors = [other] }
            _ = try await bench.repositories[Author.self].fetch(Author.all, .remote)
            try await bench.stack.perform { [id = bench.post.objectID] context in
                let author = try required(try context.first(Author.all))
                try required(try context.object(id)).author = author
                try context.save()
            }
            let run = Task { try await bench.repositories.run() }
            _ = try await bench.repositories.outbox.delivery(of: bench.post.objectID)
            run.cancel()
            try await run.value
            try await expectAsync(try await bench.gaps().isEmpty)
            bench.server.set { [author = bench.author] in $0.authors.append(author) }
            _ = try await bench.repositories[Author.self].fetch(Author.all, .remote)
            try await expectAsync(try await posts.fetch(Post.all, .local).map(\.author) == [id.key])
        },
        promise("An unsent reference stays when the target comes") { ground in
            let bench = try await Bench(ground)
            let posts = bench.repositories[Post.self]
            var served = bench.post
            served.author = nil
            bench.server.set { [served] in ($0.posts, $0.authors) = ([served], []) }
            _ = try await posts.fetch(Post.all, .remote)
            try await bench.stack.perform { [id = bench.post.objectID] context in
                try required(try context.object(id)).title = "mine"
                try context.save()
            }
            served.author = bench.author.id
            bench.server.set { [served] in $0.posts = [served] }
            _ = try await posts.fetch(Post.all, .remote)
            try await expectAsync(try await bench.gaps() == ["Post.author"])
            bench.server.set { [author = bench.author] in $0.authors = [author] }
            _ = try await bench.repositories[Author.self].fetch(Author.all, .remote)
            let answer = try await posts.fetch(Post.all, .local)
            try expect(answer.map(\.title) == ["mine"] && answer.map(\.author) == [bench.author.id])
        },
    ]

    private struct Bench {
        let server = ExactServer()
        let stack: PersistentStack
        let repositories: Repositories
        let author: Author.Snapshot
        let post: Post.Snapshot
        let reply: Reply.Snapshot

        init(_ ground: SyncGround) async throws {
            let schema = try Schema("Blog", models: [Author.self, Post.self, Reply.self]).syncing {
                Synced(Author.self)
                Synced(Post.self, writes: .localAndRemote, ignoring: { $0.note })
                Synced(Reply.self, writes: .localAndRemote)
            }
            stack = try ground.stack(schema)
            repositories = try await Repositories(stack, source: server)
            let author = Author("Ada")
            let post = Post("one")
            self.author = author.snapshot
            var values = post.snapshot
            values.author = author.id
            self.post = values
            var reply = Reply("first").snapshot
            reply.post = post.id
            self.reply = reply
            server.set { [author = self.author, reply = self.reply] state in
                state.authors = [author]
                state.posts = [values]
                state.replies = [reply]
            }
        }

        func gaps() async throws -> [String] {
            try await stack.perform { context in
                try NotedGap.all(in: context).map { "\($0.model).\($0.property)" }.sorted()
            }
        }
    }
}
