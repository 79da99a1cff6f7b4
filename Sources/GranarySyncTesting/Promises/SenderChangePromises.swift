import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// A sender that stood still while another process has taken its place takes nothing back when it goes on.
enum SenderChangePromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("A sender that stood still before its writes have arrived", needs: .severalProcesses) {
            try await overtaken($0, at: .arriving, by: 31)
        },
        promise("A sender that stood still with the server's answer", needs: .severalProcesses) {
            try await overtaken($0, at: .answering, by: 31)
        },
        promise("A clock that is set back keeps nobody from sending", needs: .severalProcesses) {
            try await overtaken($0, at: .arriving, by: -86_400)
            try await overtaken($0, at: .answering, by: -86_400)
        },
        promise("A sender that stood still leaves a refused write to its decision", needs: .severalProcesses)
        {
            ground in
            try await ground.apart { ground in
                let scene = try await Scene(ground, at: .answering)
                scene.server.set { $0.refused = ["one"] }
                let post = try await scene.first.save("one")
                // Where both do not have one store, there is nothing to wait for.
                _ = try required(try await scene.second.stored(post.objectID))
                let run = Task { [first = scene.first] in try await first.repositories.run() }
                await scene.frozen.begun.wait()
                scene.pass(31)
                try await scene.second.sendUntilRefused()
                let outbox = scene.second.repositories.outbox
                let refusal = try required(try await outbox.refusals().first)
                try await outbox.decide(.replace(["title": .text("good")]), on: refusal.id)
                try await scene.second.sendAll()
                scene.frozen.gate.open()
                await scene.frozen.ended.wait()
                // The end of what it does after that shows when it sends again.
                let last = try await scene.first.save("last")
                try await expectAsync(
                    try await scene.first.repositories.outbox.delivery(of: last.objectID) == .settled)
                run.cancel()
                try await run.value
                try await expectAsync(try await scene.second.stored(post.objectID)?.title == "good")
                try expect(scene.second.remote(post.objectID)?.title == "good")
                try expect(scene.server.carriedOut.count == 2)
                try await expectAsync(try await outbox.counts().isEmpty)
            }
        },
    ]

    /// A sender stands still with a write, another one sends that and later ones, and the first one goes on beside it.
    private static func overtaken(_ ground: SyncGround, at moment: FrozenSource.Moment, by seconds: Double)
        async throws
    {
        try await ground.apart { ground in
            let scene = try await Scene(ground, at: moment)
            let (first, second, server) = (scene.first, scene.second, scene.server)
            let post = try await first.save("one")
            let frozen = Task { try await first.repositories.run() }
            await scene.frozen.begun.wait()
            scene.pass(seconds)
            let run = Task { try await second.repositories.run() }
            let outbox = second.repositories.outbox
            try await expectAsync(try await outbox.delivery(of: post.objectID) == .settled)
            try await second.change(post.objectID) { $0.title = "two" }
            try await expectAsync(try await outbox.delivery(of: post.objectID) == .settled)
            scene.frozen.gate.open()
            await scene.frozen.ended.wait()
            for number in 0..<5 {
                try await second.change(post.objectID) { $0.title = "\(number)" }
                let other = try await second.save("other \(number)")
                try await expectAsync(try await outbox.delivery(of: other.objectID) == .settled)
            }
            try await expectAsync(try await outbox.delivery(of: post.objectID) == .settled)
            // The other one has the right, so the first one has sent nothing since.
            try expect(scene.frozen.arrived.value == 1)
            for task in [run, frozen] {
                task.cancel()
                try await task.value
            }
            try expect(server.carriedOut.count == 12 && second.remote(post.objectID)?.title == "4")
            try expect(Set(server.carriedOut.map(\.id)).count == 12)
            for client in [first, second] {
                try await expectAsync(try await client.stored(post.objectID)?.title == "4")
                try await expectAsync(try await client.repositories.outbox.counts().isEmpty)
            }
        }
    }

    /// Two processes on one store, whose servers are the same, the first one's with a way on which it stands still.
    private struct Scene {
        let server = ScriptedServer()
        let frozen: FrozenSource
        let first: SyncClient
        let second: SyncClient
        private let date: Mutexed<Date>

        init(_ ground: SyncGround, at moment: FrozenSource.Moment) async throws {
            let date = Mutexed(Date(timeIntervalSince1970: 1_000_000_000))
            self.date = date
            server.set { $0.returnsRows = true }
            frozen = FrozenSource(server, at: moment)
            var times = SyncTimes()
            times.clock = RecordingClock { await Task.yield() }
            times.now = { date.value }
            let stacks = try (0..<2).map { _ in try ground.stack(try syncedSchema()) }
            first = SyncClient(
                stacks[0], server, try await Repositories(stacks[0], source: frozen, times: times))
            second = SyncClient(
                stacks[1], server, try await Repositories(stacks[1], source: server, times: times))
        }

        /// Has the clocks of both go on, or back.
        func pass(_ seconds: Double) { date.update { $0 += seconds } }
    }
}

/// The way of one process to a server, on which the first batch stands still.
private final class FrozenSource: RemoteSource {
    /// Where the batch stands still.
    enum Moment {
        /// Before it has arrived.
        case arriving
        /// With the answer.
        case answering
    }

    private let server: ScriptedServer
    private let moment: Moment
    /// Opens when the batch stands still.
    let begun = TaskGate()
    /// Lets it go on.
    let gate = TaskGate()
    /// Opens when the answer is there.
    let ended = TaskGate()
    /// How many batches have been sent.
    let arrived = Mutexed(0)

    init(_ server: ScriptedServer, at moment: Moment) {
        self.server = server
        self.moment = moment
    }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload { try await server.fetch(request) }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        arrived.update { $0 += 1 }
        if moment == .arriving { await stand() }
        let outcomes = try await server.send(batch)
        if moment == .answering { await stand() }
        ended.open()
        return outcomes
    }

    private func stand() async {
        begun.open()
        await gate.wait()
    }
}
