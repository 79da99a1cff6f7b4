import FoundationEssentials
import Granary
import GranaryConformance
import GranaryMemory
import GranaryTestSupport
import Synchronization
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// Random programs of a client and a server, which hold the same in the end.
@Suite(.timeLimit(.minutes(5))) struct MergeProgramTests {
    @Test(arguments: 1...40) func bothSidesHoldTheSameInTheEnd(_ seed: UInt64) async throws {
        var program = try await MergeProgram(seed)
        do {
            for _ in 0..<40 { try await program.step() }
            try await program.finish()
        } catch {
            Issue.record("seed \(seed): \(error) after \(program.log)")
        }
        #expect(program.faults.isEmpty, "seed \(seed): \(program.faults) after \(program.log)")
    }
}

/// A client with a store in memory, a server, and what happens to both.
private struct MergeProgram {
    private var random: SeededGenerator
    private let server: ProgramServer
    private let stack: PersistentStack
    private let repositories: Repositories
    /// The titles that were written here and not sent.
    private var unsent: [UUID: String] = [:]
    private(set) var faults: [String] = []
    private(set) var log: [String] = []
    private var number = 0

    init(_ seed: UInt64) async throws {
        random = SeededGenerator(seed: seed)
        server = ProgramServer(seed)
        stack = try startedStack(try syncedSchema(coalescing: seed % 2 == 0), on: .memory)
        repositories = try await Repositories(stack, source: server) { _ in .takeRemote }
    }

    private var authors: Repository<Author> { repositories[Author.self] }
    private var posts: Repository<Post> { repositories[Post.self] }

    private mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &random) }

    private mutating func name() -> String {
        number += 1
        return "t\(number)"
    }

    mutating func step() async throws {
        switch next(16) {
        case 0..<4: changeServer()
        case 4..<7: try await changeHere()
        case 7: try await deleteHere()
        case 8: try await send()
        default:
            // The server has no time now and then.
            do { try await read() } catch let failure as RemoteFailure where failure.status == 503 {}
        }
        for (id, title) in unsent {
            let stored = try await posts.object(ObjectID(id), .local)?.title
            if stored != title { faults.append("unsent \(title) is \(stored ?? "gone")") }
        }
    }

    private mutating func changeServer() {
        let (choice, title, pick, other, likes) = (next(6), name(), next(100), next(100), next(9))
        log.append("server \(choice) \(title)")
        server.change { state in
            let (authors, posts) = (state.authors.keys.sorted(), state.posts.keys.sorted())
            let author = authors.isEmpty || other % 4 == 0 ? nil : authors[other % authors.count]
            switch choice {
            case 0: state.add(Author(id: state.makeID(), title).snapshot)
            case 1:
                var post = Post(id: state.makeID(), title, likes: likes).snapshot
                post.author = author
                state.posts[post.id] = post
            case 2 where !posts.isEmpty: state.posts[posts[pick % posts.count]]?.title = title
            case 3 where !posts.isEmpty: state.posts[posts[pick % posts.count]]?.author = author
            case 4 where !posts.isEmpty: state.posts[posts[pick % posts.count]] = nil
            case 5 where !authors.isEmpty && pick % 2 == 0: state.removeAuthor(authors[pick % authors.count])
            default: break
            }
        }
    }

    private mutating func changeHere() async throws {
        let (choice, title, pick, other, id) = (next(4), name(), next(100), next(100), server.makeID())
        log.append("here \(choice) \(title)")
        let changed: UUID? = try await stack.perform { context in
            let authors = try context.fetch(Author.all)
            let author = authors.isEmpty || other % 3 == 0 ? nil : authors[other % authors.count]
            let posts = try context.fetch(Post.all)
            if choice == 0 || posts.isEmpty {
                try context.insert(Post(id: id, title, likes: 1, author: author))
                try context.save()
                return id
            }
            let post = posts[pick % posts.count]
            switch choice {
            case 1: post.title = title
            case 2: post.likes += 1
            default: post.author = author
            }
            try context.save()
            return choice == 1 ? post.id : nil
        }
        if let changed { unsent[changed] = title }
    }

    private mutating func deleteHere() async throws {
        let pick = next(100)
        log.append("here deleted")
        let deleted: UUID? = try await stack.perform { context in
            let posts = try context.fetch(Post.all)
            if posts.isEmpty { return nil }
            let post = posts[pick % posts.count]
            try context.delete(post)
            try context.save()
            return post.id
        }
        if let deleted { unsent[deleted] = nil }
    }

    private mutating func send() async throws {
        log.append("sent")
        let (repositories, outbox) = (repositories, repositories.outbox)
        let run = Task { try await repositories.run() }
        while true {
            let counts = try await outbox.counts()
            if counts.waiting == 0 && counts.refused == 0 { break }
            await Task.yield()
        }
        run.cancel()
        try await run.value
        unsent = [:]
    }

    private mutating func read() async throws {
        let choice = next(8)
        log.append("read \(choice)")
        switch choice {
        case 0: _ = try await authors.fetch(Author.all, .remote)
        case 1: _ = try await posts.fetch(Post.all, .remote)
        case 2: _ = try await posts.fetch(Post.all, .remote, extra: .replace)
        case 3: _ = try await posts.fetch(Post.where { $0.likes > 3 }, .remote, extra: .replace)
        case 4: _ = try await authors.fetch(Author.all, .remote, extra: .replace)
        case 5:
            let ids = try await posts.fetch(Post.all, .local).map(\.objectID)
            if !ids.isEmpty { _ = try await posts.objects([ids[next(ids.count)]], .remote) }
        case 6:
            let ids = try await authors.fetch(Author.all, .local).map(\.objectID)
            if !ids.isEmpty { _ = try await authors.objects(ids, .remote) }
        default: _ = try await posts.fetch(Post.where { $0.likes > 2 }, .remote, extra: .passThrough)
        }
    }

    /// Sends everything, asks for everything, and compares.
    mutating func finish() async throws {
        server.change { ($0.isHonest, $0.returnsRows) = (true, true) }
        for _ in 0..<2 {
            try await send()
            _ = try await authors.fetch(Author.all, .remote, extra: .replace)
            _ = try await posts.fetch(Post.all, .remote, extra: .replace)
        }
        let (theirs, names) = server.read { state in
            (state.posts.values.map(Self.text).sorted(), state.authors.values.map(\.name).sorted())
        }
        let answer = try await posts.fetch(Post.all, .local)
        let mine = answer.map(Self.text).sorted()
        if mine != theirs { faults.append("posts \(mine) are not \(theirs)") }
        let here = try await authors.fetch(Author.all, .local).map(\.name).sorted()
        if here != names { faults.append("authors \(here) are not \(names)") }
        if !answer.isComplete { faults.append("the answer is not complete") }
        let gaps = try await stack.perform { try $0.count(SyncGap.all) }
        if gaps > 0 { faults.append("\(gaps) gaps") }
        try await stack.close()
    }

    private static func text(_ post: Post.Snapshot) -> String {
        "\(post.id.uuidString.suffix(4)) \(post.title) \(post.likes) \(post.author?.uuidString.suffix(4) ?? "–")"
    }
}

/// A server that leaves properties and rows of other models out, by chance.
private final class ProgramServer: RemoteSource {
    struct State {
        var random: SeededGenerator
        var authors: [UUID: Author.Snapshot] = [:]
        var posts: [UUID: Post.Snapshot] = [:]
        var returnsRows = false
        /// Whether it serves all of what it is asked for.
        var isHonest = false
        private var last: UInt8 = 0

        init(_ seed: UInt64) { random = SeededGenerator(seed: seed &* 31) }

        mutating func makeID() -> UUID {
            // The same in each run, since the order of the keys decides what a program picks.
            last &+= 1
            return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, last))
        }

        mutating func add(_ author: Author.Snapshot) { authors[author.id] = author }

        mutating func removeAuthor(_ id: UUID) {
            authors[id] = nil
            for post in posts.values where post.author == id { posts[post.id] = nil }
        }

        mutating func carryOut(_ write: RemoteWrite) -> RemoteOutcome {
            guard case .uuid(let id) = write.key, write.model == "Post" else { return .accepted }
            if write.kind == .delete {
                posts[id] = nil
                return .accepted
            }
            if write.kind == .update, posts[id] == nil { return .gone("deleted") }
            var post = posts[id] ?? Post(id: id, "").snapshot
            for change in write.changes {
                switch (change.property, change.after?.first) {
                case ("title", .text(let title)?): post.title = title
                case ("likes", .integer(let likes)?): post.likes = Int(likes)
                case ("author", .uuid(let author)?):
                    if authors[author] == nil { return .refused("no such author") }
                    post.author = author
                case ("author", .null?): post.author = nil
                default: break
                }
            }
            posts[id] = post
            return returnsRows ? .accepted(RemotePayload([post])) : .accepted
        }
    }

    private let state: Mutex<State>

    init(_ seed: UInt64) { state = Mutex(State(seed)) }

    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
    func read<R: Sendable>(_ read: (State) -> R) -> R { state.withLock { read($0) } }
    func makeID() -> UUID { state.withLock { $0.makeID() } }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
        try state.withLock { state in
            let keys = request.keys.map { Set($0) }
            let chance = state.isHonest ? 9 : Int.random(in: 0..<10, using: &state.random)
            if keys != nil, chance == 0 { throw RemoteFailure(503) }
            func asked<S: ModelSnapshot>(_ rows: [S]) -> [S] {
                rows.filter { keys?.contains($0.objectID.key.objectKey) ?? true }
            }
            var payload = RemotePayload()
            if request.model == "Author" {
                payload.add(asked(Array(state.authors.values)))
                if keys?.count == 1, asked(Array(state.authors.values)).isEmpty { throw RemoteFailure(404) }
                return payload
            }
            var posts = asked(Array(state.posts.values))
            if case .compare(_, _, .literal(.integer(let most)))? = request.predicate {
                posts.removeAll { Int64($0.likes) <= most }
            }
            switch chance {
            case 1...2: payload.add(partial: posts.map { PartialRow<Post>($0) { $0.title } })
            case 3:
                payload.add(
                    partial: posts.map {
                        PartialRow<Post>($0) {
                            $0.likes; $0.author
                        }
                    })
            case 4:
                payload.add(Array(posts.prefix(2)))
                payload.isWhole = false
            default: payload.add(posts)
            }
            if chance == 5 { payload.add(Array(state.authors.values)) }
            return payload
        }
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        state.withLock { state in
            if !state.isHonest { state.returnsRows = Bool.random(using: &state.random) }
            return batch.writes.map { state.carryOut($0) }
        }
    }
}
