import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// A source or a function of the program that never returns, and does not even notice a cancellation, holds nobody up
/// who leaves.
enum EndlessWorkPromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("A reader leaves a server that never answers") { ground in
            let (bench, source) = try await client(ground)
            let posts = bench.repositories[Post.self]
            try await leaving(source) { _ = try await posts.fetch(Post.all, .remote) }
            try await leaving(source) { _ = try await posts.fetch(Post.all, .remote, extra: .passThrough) }
            try await leaving(source) { _ = try await posts.object(ObjectID<Post>(UUID()), .remote) }
            try await leaving(source) { try await bench.repositories.refresh() }
            try await leaving(source) { try await posts.save(Post("one").snapshot, .remote) }
            try await expectAsync(try await bench.stack.perform { try $0.count(Post.all) } == 0)
            source.end()
        },
        promise("A sender leaves a server that never answers") { ground in
            let (bench, source) = try await client(ground)
            let post = try await bench.save("one")
            let (repositories, outbox) = (bench.repositories, bench.repositories.outbox)
            let run = Task { try await repositories.run() }
            await source.begun(1)
            try await leaving(outbox) { _ = try await outbox.delivery(of: post.objectID) }
            try await leaving(outbox) { try await outbox.flush() }
            run.cancel()
            try await run.value
            try await expectAsync(try await outbox.counts().waiting == 1)
            // What was on its way comes again, with its identity.
            let next = ScriptedServer()
            repositories.use(next)
            try await bench.sendAll()
            try expect(next.arrived.map(\.id) == source.writes.map(\.id))
            source.end()
        },
        promise("Waiting for a server that never answers ends at the time limit") { ground in
            var times = SyncTimes()
            times.clock = RecordingClock()
            let (bench, source) = try await client(ground, times: times)
            let outbox = bench.repositories.outbox
            _ = try await bench.save("one")
            let run = Task { [repositories = bench.repositories] in try await repositories.run() }
            await source.begun(1)
            let id = try required(source.writes.first?.id)
            try await expectThrows(.timeout) {
                _ = try await outbox.delivery(of: id, within: .seconds(5))
            }
            try await expectThrows(.timeout) { try await outbox.flush(within: .seconds(5)) }
            run.cancel()
            try await run.value
            source.end()
        },
        promise("A sender leaves a handler that never decides") { ground in
            let (begun, gate) = (TaskGate(), TaskGate())
            let bench = try await ground.client { _ in
                begun.open()
                await gate.wait()
                return .undo
            }
            bench.server.set { $0.refused = ["bad"] }
            let bad = try await bench.save("bad")
            let (repositories, outbox) = (bench.repositories, bench.repositories.outbox)
            let run = Task { try await repositories.run() }
            await begun.wait()
            let good = try await bench.save("good")
            try await expectAsync(try await outbox.delivery(of: good.objectID) == .settled)
            run.cancel()
            try await run.value
            gate.open()
            // The decision comes too late, and is asked for again.
            try await expectAsync(try await outbox.state(of: bad.objectID) == .refused("not wanted"))
        },
        promise("A sender leaves a function that never says whether to send") { ground in
            let (begun, gate) = (TaskGate(), TaskGate())
            let bench = try await ground.client(
                try syncedSchema(),
                sending: .when {
                    begun.open()
                    await gate.wait()
                    return true
                })
            _ = try await bench.save("one")
            let run = Task { [repositories = bench.repositories] in try await repositories.run() }
            await begun.wait()
            run.cancel()
            try await run.value
            try expect(bench.server.arrived.isEmpty)
            gate.open()
        },
        promise("Credentials that never come hold nobody up who leaves") { ground in
            let (bench, source) = try await client(ground)
            source.refusesCredentials()
            _ = try await bench.save("one")
            let (repositories, posts) = (bench.repositories, bench.repositories[Post.self])
            try await leaving(source) { _ = try await posts.fetch(Post.all, .remote) }
            let run = Task { try await repositories.run() }
            await source.begun(2)
            run.cancel()
            try await run.value
            try await expectAsync(try await repositories.outbox.counts().waiting == 1)
            source.end()
        },
        promise("A decision that fails is reported, and the others are asked for") { ground in
            let asked = Mutexed<[String]>([])
            let bench = try await ground.client { write in
                guard case .text(let title)? = write.write.values["title"] else { return nil }
                asked.update { $0.append(title) }
                return title == "bad" ? .replace(["colour": .text("red")]) : .undo
            }
            bench.server.set { $0.refused = ["bad", "worse"] }
            _ = try await bench.save("bad")
            let worse = try await bench.save("worse")
            let reported = bench.firstSendingError()
            try await bench.sending { try await bench.stored(worse.objectID) == nil }
            try await expectAsync(await reported.value?.code == .query)
            try expect(Set(asked.value) == ["bad", "worse"])
            try await expectAsync(try await bench.repositories.outbox.counts().refused == 1)
        },
    ]

    private static func client(
        _ ground: SyncGround, times: SyncTimes = SyncTimes()
    ) async throws -> (SyncClient, EndlessSource) {
        let source = EndlessSource()
        let stack = try ground.stack(try syncedSchema())
        let repositories = try await Repositories(stack, source: source, times: times)
        return (SyncClient(stack, ScriptedServer(), repositories), source)
    }

    /// Cancels a call once the source was asked, and expects that it ends.
    private static func leaving(
        _ source: EndlessSource, line: Int = #line, _ call: @escaping @Sendable () async throws -> Void
    ) async throws {
        let before = source.calls
        let task = Task { try await call() }
        await source.begun(before + 1)
        task.cancel()
        try await expectThrows(.cancelled, line: line) { try await task.value }
    }

    /// Cancels a call once it waits for the outbox, and expects that it ends.
    private static func leaving(
        _ outbox: Outbox, line: Int = #line, _ call: @escaping @Sendable () async throws -> Void
    ) async throws {
        let task = Task { try await call() }
        while outbox.waiting == 0 { await Task.yield() }
        task.cancel()
        try await expectThrows(.cancelled, line: line) { try await task.value }
    }
}

/// A server that never answers.
private final class EndlessSource: RemoteSource {
    private struct State {
        var calls = 0
        var writes: [RemoteWrite] = []
        var refusesCredentials = false
    }

    private let gate = TaskGate()
    private let state = Mutexed(State())

    /// How often it was asked for something that it does not answer.
    var calls: Int { state.value.calls }
    /// The writes that have arrived.
    var writes: [RemoteWrite] { state.value.writes }

    /// Waits until it was asked so often.
    func begun(_ count: Int) async {
        while calls < count { await Task.yield() }
    }

    /// Has it refuse all credentials, and give no others.
    func refusesCredentials() { state.update { $0.refusesCredentials = true } }

    /// Lets all calls end, long after anybody waits for them.
    func end() { gate.open() }

    private func wait() async {
        state.update { $0.calls += 1 }
        // It does not notice a cancellation.
        await gate.wait()
    }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
        if state.value.refusesCredentials { throw RemoteFailure(401) }
        await wait()
        throw RemoteFailure(500)
    }

    func changes(since checkpoint: Data?) async throws -> RemoteChanges {
        await wait()
        throw RemoteFailure(500)
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        state.update { $0.writes += batch.writes }
        if state.value.refusesCredentials { throw RemoteFailure(401) }
        await wait()
        throw RemoteFailure(500)
    }

    func renewCredentials() async throws { await wait() }
}
