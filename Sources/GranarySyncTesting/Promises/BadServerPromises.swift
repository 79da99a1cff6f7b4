import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// A thing that a server may know under a name that is taken here.
@Model final class Badge {
    var id: UUID
    @Attribute(.unique) var name: String
    var color: String

    init(id: UUID = UUID(), _ name: String, _ color: String = "") {
        self.id = id
        self.name = name
        self.color = color
    }
}

/// Whatever a server answers is an error that names the thing, or the right result, and stops nobody else.
enum BadServerPromises: SyncPromiseList {
    static let category = ConformanceCategory.merging

    static let promises: [ConformancePromise] = [
        promise("A server that answers twice settles each write once") { ground in
            let bench = try await client(ground) { _, outcomes in
                // Nobody has asked for the second half, which even refuses the credentials.
                outcomes + outcomes + [.unauthorized("twice"), .later(after: .seconds(1_000))]
            }
            for title in ["one", "two", "three"] { _ = try await bench.save(title) }
            try await bench.sendAll()
            try expect(bench.server.arrived.count == 3 && bench.server.carriedOut.count == 3)
            try expect(bench.repositories.outbox.pauseReason == nil)
            let remote = try await bench.repositories[Post.self].save(Post("four").snapshot, .remote)
            try await expectAsync(try await bench.stored(remote.objectID) == remote)
            try expect(bench.server.batches == [3, 1])
        },
        promise("Writes that a server does not answer come again with their identities") { ground in
            let bench = try await client(ground) { writes, outcomes in
                writes.count > 1 ? Array(outcomes.dropLast()) : outcomes
            }
            for title in ["one", "two", "three"] { _ = try await bench.save(title) }
            try await bench.sendAll()
            try expect(bench.server.carriedOut.count == 3 && bench.server.arrived.count == 4)
            try expect(bench.server.batches == [3, 1])
        },
        promise("Rows that come with the answers to other writes are taken as they are") { ground in
            let bench = try await client(ground) { writes, outcomes in
                writes.count < 2 ? outcomes : outcomes.reversed()
            }
            bench.server.set { $0.returnsRows = true }
            let saved = [try await bench.save("one"), try await bench.save("two")]
            try await bench.sendAll()
            for post in saved {
                try await expectAsync(try await bench.stored(post.objectID) == post)
                try expect(bench.remote(post.objectID)?.title == post.title)
            }
            try await expectAsync(try await bench.stack.perform { try $0.count(Post.all) } == 2)
        },
        promise("Rows of a stranger with an answer stop neither the write nor others") { ground in
            let bench = try await client(ground) { writes, outcomes in
                zip(writes, outcomes).map { write, outcome in
                    if case .text("one")? = write.values["title"] {
                        return .accepted(RemotePayload([Draft("strange").snapshot]))
                    }
                    return outcome
                }
            }
            let one = try await bench.save("one")
            let two = try await bench.save("two")
            let reported = bench.firstSendingError()
            try await bench.sendAll()
            await bench.repositories.waitForRequestsBehind()
            try await expectAsync(await reported.value?.code == .schema)
            // The server has carried both out, and knows each of them once.
            try expect(bench.server.carriedOut.count == 2 && bench.server.batches == [2])
            for post in [one, two] { try await expectAsync(try await bench.stored(post.objectID) == post) }
            try await expectAsync(try await bench.stack.perform { try $0.count(Draft.all) } == 0)
            // What the rows could not say the server is asked for.
            try expect(bench.server.lastRequest?.keys == [one.objectID.key.objectKey])
            // Who sends first and stores then has it stored too.
            let three = try await bench.repositories[Post.self].save(Post("one").snapshot, .remote)
            try await expectAsync(try await bench.stored(three.objectID) == three)
            try expect(bench.server.carriedOut.count == 3)
        },
        promise("A name that is taken is an error, and the rows here stay") { ground in
            let (client, rows) = try await badges(ground)
            let (badges, outbox) = (client.repositories[Badge.self], client.repositories.outbox)
            let mine = try await badges.save(Badge("red", "mine").snapshot)
            rows.value = [Badge("blue").snapshot, Badge("red", "theirs").snapshot]
            let error = try await expectThrows(.constraint) {
                _ = try await badges.fetch(Badge.all, .remote)
            }
            try expect(error.context.entity == "Badge" && !"\(error)".contains("red"))
            try await expectAsync(try await badges.fetch(Badge.all, .local).map(\.color) == ["mine"])
            try await expectAsync(try await !badges.fetch(Badge.all, .local).isComplete)
            try await expectAsync(try await outbox.counts().waiting == 1)
            rows.value = [Badge("blue").snapshot]
            try await expectAsync(
                Set(try await badges.fetch(Badge.all, .remote).map(\.name)) == ["blue", "red"])
            try await client.sendAll()
            try await expectAsync(try await client.stack.perform { try $0.object(mine.objectID) != nil })
        },
        promise("A name that is taken in an answer to a write stops neither the write nor others") { ground in
            let taken = Badge("red", "theirs").snapshot
            let server = ScriptedServer(batches: 10)
            // It says nothing about rows that it does not serve.
            server.set { $0.servesPages = true }
            let source = AnsweringSource(server) { writes, outcomes in
                writes.map { write in
                    guard case .text("blue")? = write.values["name"] else { return .accepted }
                    return .accepted(RemotePayload([taken]))
                }
            }
            let stack = try ground.stack(try schema)
            let repositories = try await Repositories(stack, source: source)
            let client = SyncClient(stack, ScriptedServer(), repositories)
            let badges = repositories[Badge.self]
            try await badges.save([Badge("red").snapshot, Badge("blue").snapshot, Badge("green").snapshot])
            let reported = client.firstSendingError()
            try await client.sendAll()
            await repositories.waitForRequestsBehind()
            try await expectAsync(await reported.value?.code == .constraint)
            try expect(server.batches == [3])
            try await expectAsync(
                Set(try await badges.fetch(Badge.all, .local).map(\.name)) == ["red", "blue", "green"])
        },
        promise("A key that is taken is the same object") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            let mine = try await bench.save("mine")
            bench.server.put(Post(id: mine.id, "theirs").snapshot)
            // The server cannot know what it has not got, so what was made here stays.
            try await expectAsync(try await posts.fetch(Post.all, .remote).map(\.title) == ["mine"])
            try await expectAsync(try await bench.repositories.outbox.counts().waiting == 1)
            bench.server.set {
                $0.answer = { _ in .conflict(RemotePayload([Post(id: mine.id, "theirs").snapshot])) }
            }
            try await bench.sendUntilRefused()
            let refusal = try required(try await bench.repositories.outbox.refusals().first)
            bench.server.set { $0.answer = nil }
            try await bench.repositories.outbox.decide(.takeRemote, on: refusal.id)
            try await expectAsync(try await bench.stored(mine.objectID)?.title == "theirs")
            try await expectAsync(try await bench.repositories.outbox.counts().isEmpty)
        },
        promise("A checkpoint that goes back ends in an error, and what was served stays") { ground in
            let bench = try await ground.client()
            let post = Post("one").snapshot
            bench.server.set { state in
                state.changes = { checkpoint in
                    let next: UInt8 = checkpoint == Data([5]) ? 3 : 5
                    return RemoteChanges(RemotePayload([post]), checkpoint: Data([next]), hasMore: true)
                }
            }
            try await expectThrows(.malformed) { try await bench.repositories.refresh() }
            try await expectAsync(try await bench.stored(post.objectID) == post)
            // An older checkpoint at the end is asked with again, which repeats rows and loses none.
            bench.server.set { state in
                state.checkpoints = []
                state.changes = { _ in RemoteChanges(RemotePayload([post]), checkpoint: Data([1])) }
            }
            try await bench.repositories.refresh()
            try await bench.repositories.refresh()
            try expect(bench.server.state.withLock { $0.checkpoints.last } == Data([1]))
            try await expectAsync(try await bench.stack.perform { try $0.count(Post.all) } == 1)
        },
        promise("Many rows, in any order and twice, are one request and one save") { ground in
            let bench = try await ground.client()
            let rows = (0..<2_000).map { Post("\(10_000 + $0)").snapshot }
            let served = RemotePayload(rows.reversed() + rows)
            bench.server.set { $0.serve = { _ in served } }
            let posts = bench.repositories[Post.self]
            let answer = try await posts.fetch(Post.all.sorted { $0.title.ascending }, .remote)
            try expect(answer.map(\.title) == rows.map(\.title) && answer.isComplete)
            try expect(bench.server.requests == 1)
            let versions = try await bench.stack.perform { context in
                Set(try context.fetch(Post.all).map { $0._objectState.version })
            }
            // A row has the number of the save that has written it.
            try expect(versions.count == 1)
            let some = [rows[7], rows[3], rows[1_999]].map(\.objectID)
            try await expectAsync(
                try await posts.objects(some, .remote).map(\.objectID) == some)
        },
    ]

    /// A client whose server's answers to writes are changed on the way.
    private static func client(
        _ ground: SyncGround,
        _ change: @escaping @Sendable ([RemoteWrite], [RemoteOutcome]) -> [RemoteOutcome]
    ) async throws -> SyncClient {
        let server = ScriptedServer(batches: 10)
        let source = AnsweringSource(server, change)
        let stack = try ground.stack(try syncedSchema())
        var times = SyncTimes()
        times.clock = RecordingClock { await Task.yield() }
        let repositories = try await Repositories(stack, source: source, times: times)
        return SyncClient(stack, server, repositories)
    }

    private static var schema: Schema {
        get throws {
            try Schema("Badges", models: [Badge.self]).syncing {
                Synced(Badge.self, writes: .localAndRemote)
            }
        }
    }

    /// A client of badges, with the rows that its server serves.
    private static func badges(
        _ ground: SyncGround
    ) async throws -> (SyncClient, Mutexed<[Badge.Snapshot]>) {
        let rows = Mutexed<[Badge.Snapshot]>([])
        let stack = try ground.stack(try schema)
        let repositories = try await Repositories(stack, source: FixedSource { RemotePayload(rows.value) })
        return (SyncClient(stack, ScriptedServer(), repositories), rows)
    }
}

/// A server whose answers to writes are changed on the way.
private final class AnsweringSource: RemoteSource {
    private let server: ScriptedServer
    private let change: @Sendable ([RemoteWrite], [RemoteOutcome]) -> [RemoteOutcome]
    let mostWritesPerBatch: Int

    init(
        _ server: ScriptedServer,
        _ change: @escaping @Sendable ([RemoteWrite], [RemoteOutcome]) -> [RemoteOutcome]
    ) {
        self.server = server
        self.change = change
        mostWritesPerBatch = server.mostWritesPerBatch
    }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload { try await server.fetch(request) }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        change(batch.writes, try await server.send(batch))
    }
}
