import FoundationEssentials
import Granary
import GranaryConformance
import GranaryMemory
import GranarySQLite
import GranaryTestSupport
import Synchronization
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// Random programs, in which each answer about objects by their identities is the one that the store would give.
@Suite(.timeLimit(.minutes(5))) struct CacheProgramTests {
    @Test(arguments: 1...40) func eachAnswerIsTheStores(_ seed: UInt64) async throws {
        var program = try await CacheProgram(seed)
        do {
            for _ in 0..<60 { try await program.step() }
        } catch {
            Issue.record("seed \(seed): \(error) after \(program.log)")
        }
        #expect(program.faults.isEmpty, "seed \(seed): \(program.faults) after \(program.log)")
        // Otherwise nothing was proved.
        #expect(program.hits > 5, "seed \(seed): \(program.hits) hits")
        try await program.stack.close()
    }

    /// Whoever reads after a save has returned reads what it has saved, or what was saved later.
    @Test(arguments: ["memory", "sqlite"], 1...4)
    func nobodyReadsWhatASaveHasReplaced(_ name: String, _ seed: UInt64) async throws {
        let backend: Backend = name == "memory" ? .memory : .sqlite
        let directory = try TemporaryDirectory()
        let stack = try CacheProgram.makeStack(on: backend, at: directory.path, .rows(6))
        let repositories = try await Repositories(stack, source: ScriptedServer())
        let posts = repositories[Post.self]
        let ids = (0..<8).map { _ in UUID() }
        try await stack.perform { context in
            for id in ids { try context.insert(Post(id: id, "counted")) }
            try context.save()
        }
        let floors = Mutexed(Array(repeating: 0, count: ids.count))
        let faults = Mutexed<[String]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<2 {
                group.addTask {
                    var random = SeededGenerator(seed: seed &* 100 &+ UInt64(worker))
                    for number in 1...100 {
                        // Each writer has keys of its own, so that numbers grow.
                        let place = Int(random.next() % 4) * 2 + worker
                        try await Self.write(number, ids[place], stack, isBatch: random.next() % 3 == 0)
                        floors.update { $0[place] = number }
                    }
                }
                group.addTask {
                    var random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(worker))
                    for _ in 0..<800 {
                        let place = Int(random.next() % 8)
                        let floor = floors.value[place]
                        let id = ObjectID<Post>(ids[place])
                        let found =
                            random.next() % 4 == 0
                            ? try await posts.objects([id], .local).first : try await posts.object(id, .local)
                        if (found?.likes ?? -1) < floor {
                            faults.update { $0.append("\(place): \(found?.likes ?? -1) after \(floor)") }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(faults.value == [], "seed \(seed)")
        try await stack.close()
    }

    private static func write(_ number: Int, _ id: UUID, _ stack: PersistentStack, isBatch: Bool) async throws
    {
        var options = ContextOptions()
        options.retries = 100
        try await stack.perform(options) { context in
            if isBatch {
                try context.updateAll(Post.where { $0.id == id }) { $0.likes.set(to: number) }
                return
            }
            try context.object(ObjectID<Post>(id))?.likes = number
            try context.save()
        }
    }
}

/// A client with caches, a server, and what happens to both.
private struct CacheProgram {
    private var random: SeededGenerator
    private let server = ScriptedServer()
    let stack: PersistentStack
    private let repositories: Repositories
    private var ids: [UUID] = []
    private var number = 0
    private(set) var faults: [String] = []
    private(set) var log: [String] = []
    private(set) var hits = 0

    static func makeStack(
        on backend: Backend, at location: String?, _ cache: SyncedCache
    ) throws -> PersistentStack {
        let schema = try Schema("Blog", models: [Author.self, Post.self, Draft.self]).syncing {
            Synced(Author.self, writes: .localAndRemote, cache: cache)
            Synced(Post.self, writes: .localAndRemote, cache: cache, ignoring: { $0.note })
        }
        let stack = PersistentStack(schema, registry: try StoreRegistry(backends: [backend]))
        var configuration = StoreConfiguration(name: "Default", type: backend.type.type, location: location)
        configuration.followsOthers = backend.type.capabilities.contains(.foreignSaves)
        try stack.attachPersistentStores(for: [configuration])
        try stack.start()
        return stack
    }

    init(_ seed: UInt64) async throws {
        random = SeededGenerator(seed: seed)
        let caches: [SyncedCache] = [.rows(5), .rows(100), .bytes(2_500), .custom(StubbornCache())]
        stack = try Self.makeStack(on: .memory, at: nil, caches[Int(seed) % caches.count])
        repositories = try await Repositories(stack, source: server) { _ in .takeRemote }
        repositories.watchNoMemory()
        ids = (0..<12).map { _ in UUID() }
        try await stack.perform { [ids] context in
            for id in ids.prefix(10) {
                let author = Author(id: id, "t")
                try context.insert(author)
                try context.insert(Post(id: id, "t", author: author))
            }
            try context.save()
        }
    }

    private var authors: Repository<Author> { repositories[Author.self] }
    private var posts: Repository<Post> { repositories[Post.self] }

    private mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &random) }

    /// One of some identifiers, which authors and posts have at times.
    private mutating func id() -> UUID {
        ids[next(ids.count)]
    }

    mutating func step() async throws {
        number += 1
        switch next(8) {
        case 0..<3: try await changeHere()
        case 3..<5: try await changeThere()
        case 5: try await changeMany()
        default: break
        }
        if next(20) == 0 { try await disturb() }
        let chosen = (0..<1 + next(3)).map { _ in id() }
        // The second time all may be in memory, and so may what another step has read.
        for _ in 0..<2 { try await compare(chosen) }
        try await compare([chosen[0]])
    }

    private mutating func changeHere() async throws {
        let (choice, title, id, other, number) = (next(6), "t\(number)", id(), id(), number)
        log.append("here \(choice) \(title)")
        try await stack.perform { context in
            let post = try context.object(ObjectID<Post>(id))
            let author = try context.object(ObjectID<Author>(other))
            switch choice {
            case 0: if post == nil { try context.insert(Post(id: id, title, author: author)) }
            case 1: post?.title = title
            case 2: post?.author = author
            case 3: if author == nil { try context.insert(Author(id: other, title)) }
            case 4: if let post, number % 2 == 0 { try context.delete(post) }
            default: if let author, number % 3 == 0 { try context.delete(author) }
            }
            try context.save()
        }
    }

    private mutating func changeMany() async throws {
        let (choice, value) = (next(3), next(5))
        log.append("many \(choice)")
        _ = try await stack.perform { context in
            switch choice {
            case 0: try context.updateAll(Post.where { $0.likes < value }) { $0.likes.set(to: $0.likes + 1) }
            case 1: try context.deleteAll(Post.where { $0.likes > value + 4 })
            default: try context.deleteAll(Author.where { $0.name < "t\(value)" })
            }
        }
    }

    /// The server has something else, and serves it, in part or whole.
    private mutating func changeThere() async throws {
        let (title, id, other, choice, isPart) = ("s\(number)", id(), id(), next(6), next(3) == 0)
        log.append("there \(choice) \(title) \(isPart)")
        var post = Post(id: id, title, likes: next(9)).snapshot
        if choice % 2 == 0 { post.author = other }
        if next(2) == 0 { server.put(Author(id: other, title).snapshot) }
        if choice == 3 { server.remove(ObjectID<Post>(id)) } else { server.put(post) }
        server.set { $0.servedProperties = isPart ? ["title"] : nil }
        switch choice {
        case 0, 1: _ = try await posts.fetch(Post.all, .remote)
        case 2, 3: _ = try await posts.fetch(Post.all, .remote, extra: .replace)
        default: _ = try await posts.objects([ObjectID(id), ObjectID(other)], .remote)
        }
    }

    private mutating func disturb() async throws {
        let choice = next(4)
        log.append("disturbed \(choice)")
        switch choice {
        case 0: repositories.shrink(to: Double(next(10)) / 10)
        case 1: try await stack.eraseAll(in: "Default")
        case 2: repositories.shrink(to: CacheSize(rows: next(6)))
        default:
            try await stack.suspend()
            stack.resume()
        }
    }

    /// Compares answers with those of the store.
    private mutating func compare(_ chosen: [UUID]) async throws {
        try await compare(posts, chosen)
        try await compare(authors, chosen)
        let single = ObjectID<Post>(chosen[0])
        let found = try await posts.object(single, .local)
        let stored = try await stack.perform { try $0.object(single)?.snapshot }
        if stored != found {
            faults.append("\(log.count): object \(found?.title ?? "none")")
        }
    }

    private mutating func compare<M: Model>(_ repository: Repository<M>, _ ids: [UUID]) async throws
    where M.Key == UUID {
        let misses = repositories.cacheMisses(of: M.self)
        let answer = try await repository.objects(ids.map { ObjectID($0) }, .local)
        if repositories.cacheMisses(of: M.self) == misses { hits += 1 }
        let core = repository.core
        let target = ReadTarget<M>.keys(ids.map { .uuid($0) })
        let digest = core.queryDigest(of: target)
        let age = AnswerAge(nil, now: Date())
        let stored = try await stack.performOnStores(RepositoryCore.readingOptions) {
            try target.answer(digest, age, nil, in: $0)
        }
        let isSame =
            answer.elementsEqual(stored) && answer.isComplete == stored.isComplete
            && answer.origin == stored.origin && answer.servedAt == stored.servedAt
            && answer.metadata == stored.metadata && answer.remoteError == nil
        if !isSame { faults.append("\(log.count): \(Array(answer)) is not \(Array(stored))") }
    }
}
