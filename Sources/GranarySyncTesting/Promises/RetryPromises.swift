import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// A write is sent until the server has answered, at the time that the server asks for.
enum RetryPromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("The server's pause comes first") { ground in
            let clock = RecordingClock()
            let bench = try await ground.client(times: times(clock))
            let answers = Mutex<[RemoteFailure]>([
                RemoteFailure(503, retryAfter: .seconds(17)), RemoteFailure(500),
                RemoteFailure(429, retryAfter: .seconds(1_000_000)),
            ])
            bench.server.set { state in
                state.answer = { _ in
                    if let failure = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                        throw failure
                    }
                    return nil
                }
            }
            _ = try await bench.save("one")
            try await bench.sendAll()
            try expect(clock.waits == [.seconds(17), .seconds(2), .seconds(86_400)])
            try expect(bench.server.carriedOut.count == 1 && Set(bench.server.arrived.map(\.id)).count == 1)
        },
        promise("Credentials are asked for once more") { ground in
            let bench = try await ground.client()
            let server = bench.server
            server.set { state in
                let refused = Mutex(1)
                state.answer = { _ in
                    refused.withLock {
                        $0 -= 1; return $0 >= 0
                    } ? .unauthorized("expired") : nil
                }
            }
            _ = try await bench.save("one")
            try await bench.sendAll()
            try expect(server.state.withLock { $0.renewals } == 1)
            try expect(server.carriedOut.count == 1 && bench.repositories.outbox.pauseReason == nil)
        },
        promise("Only what needs other credentials is sent again") { ground in
            let bench = try await ground.client(server: ScriptedServer(batches: 10))
            let server = bench.server
            server.set { state in
                let refused = Mutex(1)
                state.answer = { write in
                    guard write.values["title"] == .text("two") else { return nil }
                    return refused.withLock {
                        $0 -= 1; return $0 >= 0
                    } ? .unauthorized("expired") : nil
                }
            }
            for title in ["one", "two", "three"] { _ = try await bench.save(title) }
            try await bench.sendAll()
            try expect(
                server.arrived.map { $0.values["title"] } == ["one", "two", "three", "two"].map(Value.text))
            try expect(server.carriedOut.count == 3)
        },
        promise("Without credentials nothing is sent until the program resumes") { ground in
            let bench = try await ground.client()
            let (server, outbox) = (bench.server, bench.repositories.outbox)
            server.set { $0.answer = { _ in throw RemoteFailure(403, "no") } }
            let post = try await bench.save("one")
            try await bench.sending { outbox.pauseReason != nil }
            try expect(outbox.pauseReason == .unauthorized("no"))
            try expect(server.arrived.count == 2 && server.state.withLock { $0.renewals } == 1)
            try await expectAsync(try await outbox.state(of: post.objectID) == .waiting)
            server.set { $0.answer = nil }
            outbox.resume()
            try await bench.sendAll()
            try expect(server.carriedOut.count == 1)
        },
        promise("A paused outbox takes saves and sends nothing") { ground in
            let bench = try await ground.client()
            let outbox = bench.repositories.outbox
            outbox.pause()
            let post = try await bench.save("one")
            let repositories = bench.repositories
            let sending = Task { try await repositories.run() }
            _ = try await bench.save("two")
            try expect(outbox.pauseReason == .byProgram && bench.server.arrived.isEmpty)
            outbox.resume()
            try await expectAsync(try await outbox.delivery(of: post.objectID) == .settled)
            sending.cancel()
            try await sending.value
        },
        promise("A model may limit the attempts") { ground in
            let bench = try await ground.client(
                try syncedSchema(attempts: 3), times: times(RecordingClock()))
            bench.server.set { $0.losesAnswers = true }
            let post = try await bench.save("one")
            try await bench.sendUntilRefused()
            try expect(bench.server.arrived.count == 3)
            guard case .refused = try await bench.repositories.outbox.state(of: post.objectID) else {
                throw ConformanceFailure(.broken, "it is not refused")
            }
        },
    ]

    private static func times(_ clock: RecordingClock) -> SyncTimes {
        var times = SyncTimes()
        times.clock = clock
        times.random = { 1 }
        return times
    }
}
