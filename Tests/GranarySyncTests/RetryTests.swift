import FoundationEssentials
import Granary
import GranaryTestSupport
import Synchronization
import Testing

@testable import GranarySync

/// A write is sent until the server has answered, at the time that the server asks for.
@Suite(.timeLimit(.minutes(1))) struct RetryTests {
    /// Times whose pauses end at once.
    private func times(_ clock: PausingClock) -> SyncTimes {
        var times = SyncTimes()
        times.clock = clock
        times.random = { 1 }
        return times
    }

    /// What becomes of a write by the status of the answer.
    private func outcome(_ status: Int, of kind: EntryKind = .update) throws -> String {
        let entry = SyncEntry(
            save: UUID(), place: 0, entity: "Post", key: ObjectKey.uuid(UUID()).entryData, kind: kind,
            values: EntryValues().written, replaced: nil, state: .sent)
        let write = try RemoteWrite(entry, ignoring: [])
        switch RemoteOutcome(status: status, of: write, retryAfter: .seconds(7)).kind {
        case .accepted: return "accepted"
        case .refused(let cause, _, _): return cause.rawValue
        case .later(let pause): return pause == .seconds(7) ? "later" : "lost"
        case .unauthorized: return "unauthorized"
        }
    }

    @Test func theStatusDecides() throws {
        for status in [200, 201, 204] { #expect(try outcome(status) == "accepted") }
        for status in [408, 425, 429, 500, 502, 503, 599, 100, 302, 0, -1, .max] {
            #expect(try outcome(status) == "later")
        }
        for status in [401, 403] { #expect(try outcome(status) == "unauthorized") }
        for status in [409, 412] { #expect(try outcome(status) == "conflict") }
        for status in [400, 405, 415, 422] { #expect(try outcome(status) == "refused") }
        for status in [404, 410] {
            #expect(try outcome(status) == "gone")
            #expect(try outcome(status, of: .delete) == "accepted")
            #expect(try outcome(status, of: .insert) == "refused")
        }
    }

    @Test func theServersPauseComesFirst() async throws {
        let clock = PausingClock()
        let bench = try await SyncBench(times: times(clock))
        let answers = Mutex<[RemoteFailure]>([
            RemoteFailure(503, retryAfter: .seconds(17)), RemoteFailure(500),
            RemoteFailure(429, retryAfter: .seconds(1_000_000)),
        ])
        bench.server.set { state in
            state.answer = { _ in
                if let failure = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
                return nil
            }
        }
        _ = try await bench.save("one")
        try await bench.sendAll()
        #expect(clock.waits == [.seconds(17), .seconds(2), .seconds(86_400)])
        #expect(bench.server.carriedOut.count == 1 && Set(bench.server.arrived.map(\.id)).count == 1)
    }

    @Test func credentialsAreAskedForOnceMore() async throws {
        let bench = try await SyncBench()
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
        #expect(server.state.withLock { $0.renewals } == 1)
        #expect(server.carriedOut.count == 1 && bench.repositories.outbox.pauseReason == nil)
    }

    @Test func withoutCredentialsNothingIsSentUntilTheProgramResumes() async throws {
        let bench = try await SyncBench()
        let (server, outbox) = (bench.server, bench.repositories.outbox)
        server.set { $0.answer = { _ in throw RemoteFailure(403, "no") } }
        let post = try await bench.save("one")
        try await bench.sending { outbox.pauseReason != nil }
        #expect(outbox.pauseReason == .unauthorized("no"))
        #expect(server.arrived.count == 2 && server.state.withLock { $0.renewals } == 1)
        #expect(try await outbox.state(of: post.objectID) == .waiting)
        server.set { $0.answer = nil }
        outbox.resume()
        try await bench.sendAll()
        #expect(server.carriedOut.count == 1)
    }

    @Test func aPausedOutboxTakesSavesAndSendsNothing() async throws {
        let bench = try await SyncBench()
        let outbox = bench.repositories.outbox
        outbox.pause()
        let post = try await bench.save("one")
        let repositories = bench.repositories
        let sending = Task { try await repositories.run() }
        _ = try await bench.save("two")
        #expect(outbox.pauseReason == .byProgram && bench.server.arrived.isEmpty)
        outbox.resume()
        #expect(try await outbox.delivery(of: post.objectID) == .settled)
        sending.cancel()
        try await sending.value
    }

    @Test func aModelMayLimitTheAttempts() async throws {
        let bench = try await SyncBench(
            try syncedSchema(attempts: 3), times: times(PausingClock()))
        bench.server.set { $0.losesAnswers = true }
        let post = try await bench.save("one")
        try await bench.sendUntilRefused()
        #expect(bench.server.arrived.count == 3)
        guard case .refused = try await bench.repositories.outbox.state(of: post.objectID) else {
            Issue.record("it is not refused")
            return
        }
    }
}
