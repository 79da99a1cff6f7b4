import FoundationEssentials
import Granary
import GranaryConformance
import GranaryMemory
import GranarySync
import GranaryTestSupport
import Synchronization
import Testing

@testable import GranarySyncTesting

/// Random saves reach a server that fails now and then, over several lanes, each once and in an order that it can follow.
@Suite(.timeLimit(.minutes(2))) struct LaneProgramTests {
    @Test(arguments: 1...24) func theServerCanFollowEveryWrite(_ seed: UInt64) async throws {
        let number = Int(seed)
        var random = SeededGenerator(seed: seed)
        let server = StrictServer(
            seed: random.next(), wholeSaves: number % 3 == 2, batches: 1 + number % 4)
        let schema = try Schema("Blog", models: [Author.self, Post.self]).syncing {
            Synced(Author.self, writes: .localAndRemote, coalescing: number % 2 == 0, lane: "authors")
            Synced(
                Post.self, writes: .localAndRemote, coalescing: number % 2 == 0,
                lane: number % 4 == 3 ? "authors" : "posts", ignoring: { $0.note })
        }
        var times = SyncTimes()
        times.clock = RecordingClock { await Task.yield() }
        let stack = try startedStack(schema, on: .memory)
        let repositories = try await Repositories(
            stack, source: server, lanes: [OutboxLane("posts", width: 3), OutboxLane("authors", width: 2)],
            times: times)
        let task = Task { try await repositories.run() }
        for _ in 0..<40 {
            let choices = (0..<3).map { _ in (Int(random.next() % 8), Int(random.next() % 1_000)) }
            try await stack.perform { context in
                for (choice, value) in choices { try Self.change(context, choice, value) }
                try context.save()
            }
            if random.next() % 4 == 0 { await Task.yield() }
        }
        while try await !repositories.outbox.counts().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        try await task.value
        let (likes, problems) = server.state.withLock { ($0.likes, $0.problems) }
        let here = try await stack.perform { context in
            let posts = try context.fetch(Post.all).map { ($0.objectID.key.objectKey, Int64($0.likes)) }
            let authors = try context.fetch(Author.all).map { ($0.objectID.key.objectKey, Int64(-1)) }
            return Dictionary(posts + authors) { first, _ in first }
        }
        #expect(problems == [], "seed \(seed)")
        #expect(likes == here, "seed \(seed)")
    }

    private static func change(_ context: Context, _ choice: Int, _ value: Int) throws {
        let posts = try context.fetch(Post.all)
        let authors = try context.fetch(Author.all)
        switch choice {
        case 0: try context.insert(Author("\(value)"))
        case 1, 2:
            try context.insert(
                Post("\(value)", author: authors.isEmpty ? Author("new") : authors[value % authors.count]))
        case 3 where !posts.isEmpty: try context.delete(posts[value % posts.count])
        case 4 where !authors.isEmpty: authors[value % authors.count].name = "\(value)"
        default: if !posts.isEmpty { posts[value % posts.count].likes = value }
        }
    }
}

/// A server that notes each write that does not follow from its own state.
private final class StrictServer: RemoteSource {
    struct State {
        var random: SeededGenerator
        /// The likes of the posts, and −1 for each author.
        var likes: [ObjectKey: Int64] = [:]
        var carriedOut: Set<UUID> = []
        var problems: [String] = []
    }

    let state: Mutex<State>
    let takesWholeSaves: Bool
    let mostWritesPerBatch: Int

    init(seed: UInt64, wholeSaves: Bool, batches: Int) {
        state = Mutex(State(random: SeededGenerator(seed: seed)))
        takesWholeSaves = wholeSaves
        mostWritesPerBatch = batches
    }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload { RemotePayload() }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        let (waits, fate) = state.withLock { ($0.random.next() % 4, $0.random.next() % 8) }
        for _ in 0..<waits { await Task.yield() }
        if fate == 0 { throw ScriptedServer.noConnection }
        let outcomes = state.withLock { state in
            batch.writes.map { write in
                if state.carriedOut.insert(write.id).inserted { state.carryOut(write) }
                return RemoteOutcome.accepted
            }
        }
        for _ in 0..<waits { await Task.yield() }
        // The answer is lost, or a part of it.
        if fate == 1 { throw GranaryError(.io, "It is cut.") }
        return fate == 2 ? Array(outcomes.dropLast()) : outcomes
    }
}

extension StrictServer.State {
    mutating func carryOut(_ write: RemoteWrite) {
        if let author = write.changes.first(where: { $0.property == "author" })?.after,
            let key = ObjectKey(author), likes[key] == nil
        {
            problems.append("\(write.kind) of a post before its author")
        }
        let change = write.changes.first { $0.property == "likes" }
        switch write.kind {
        case .insert:
            if likes[write.key] != nil { problems.append("a second insert") }
            likes[write.key] = Self.number(change?.after) ?? -1
        case .update:
            if likes[write.key] == nil { problems.append("an update of nothing") }
            guard let change else { return }
            if Self.number(change.before) != likes[write.key] { problems.append("an update out of order") }
            likes[write.key] = Self.number(change.after)
        case .delete:
            if likes.removeValue(forKey: write.key) == nil { problems.append("a delete of nothing") }
        case .command: break
        }
    }

    private static func number(_ values: [Value]?) -> Int64? {
        if case .integer(let number)? = values?.first { number } else { nil }
    }
}
