import FoundationEssentials
import Granary
import GranaryMemory
import GranarySync
import GranaryTestSupport
import Testing

@testable import GranaryConformance
@testable import GranarySyncTesting

/// A word that is in every value, and in nothing else.
private let marker = "Xylophone"

/// No report of syncing shows a value, a key, a token or the text of a query.
@Suite(.timeLimit(.minutes(1))) struct SyncReportTests {
    /// An error of a source, whose text nobody may see.
    private struct Failure: Error { let token = marker }

    /// Spans, metrics and log lines of a stack, and the errors that it reports.
    private struct Scene {
        let watch = TelemetryWatch()
        let client: SyncClient
        /// What a program may print.
        let shown = Mutexed<[String]>([])
        /// What the stack has reported of work that nobody waits for.
        private let reported = Mutexed<[String]>([])
        private let reports: AsyncStream<UnattendedError>

        init(deciding: RefusalHandler? = nil) async throws {
            let stack = try startedStack(
                try syncedSchema(coalescing: true), on: .memory, telemetry: watch.telemetry())
            var times = SyncTimes()
            times.clock = RecordingClock { await Task.yield() }
            client = try await SyncClient(stack, ScriptedServer(batches: 10), times, deciding)
            reports = stack.errors
        }

        /// Notes what an error that is thrown says of itself.
        func failing(_ body: () async throws -> Void) async {
            do { try await body() } catch let error as GranaryError {
                shown.update { $0.append("\(error) \(error.context)") }
            } catch {}
        }

        /// Waits for a report of work that nobody waits for.
        func awaitReport() async {
            var reader = reports.makeAsyncIterator()
            if let error = await reader.next() { note(error) }
        }

        private func note(_ error: UnattendedError) {
            reported.update { $0.append("\(error) \(error.error.message) \(error.error.context)") }
        }

        /// Whether no report has the marker; reports of each kind have to be there.
        func expectNothing() async throws {
            try await client.stack.close()
            // They end with the stack.
            for await error in reports { note(error) }
            #expect(!shown.value.isEmpty && !reported.value.isEmpty)
            #expect(!watch.spans.isEmpty && watch.spans.contains { $0.name.hasPrefix("ask") })
            try watch.expectNowhere(marker, "a value")
            for error in shown.value + reported.value { #expect(!error.contains(marker), "\(error)") }
        }
    }

    @Test func readsAndMergesShowNothing() async throws {
        let scene = try await Scene()
        let (server, posts) = (scene.client.server, scene.client.repositories[Post.self])
        let author = Author(marker).snapshot
        var served = Post(marker, note: marker).snapshot
        served.author = author.id
        let post = served
        server.set { state in
            state.serve = { _ in
                var payload = RemotePayload([post])
                payload.add([author])
                (payload.tag, payload.next, payload.metadata) = (marker, Data(marker.utf8), [marker: marker])
                return payload
            }
            state.changes = { _ in RemoteChanges(RemotePayload([post]), checkpoint: Data(marker.utf8)) }
        }
        let query = Post.where { $0.title == marker }.sorted { $0.title.ascending }
        let answer = try await posts.fetch(query, .remote)
        if let next = answer.next { _ = try await posts.fetch(next) }
        _ = try await posts.fetch(query, .localThenRemote.anyRow)
        _ = try await posts.fetch(.named("found", ["word": .text(marker)]), .remote)
        _ = try await posts.fetch(query, .remote, extra: .passThrough)
        try await scene.client.repositories.refresh()
        let failures: [any Error] = [
            RemoteFailure(500, marker), Failure(),
            GranaryError(.io, "It is broken.", cause: RemoteFailure(400, marker)),
        ]
        for failure in failures {
            server.set { state in
                state.serve = { _ in throw failure }
                state.changes = { _ in throw failure }
            }
            await scene.failing { _ = try await posts.fetch(query, .remote) }
            await scene.failing { _ = try await posts.fetch(query, .remoteOrLocal(afterErrors: true)) }
            await scene.failing { try await scene.client.repositories.refresh() }
            let found = try await posts.fetch(query, .remoteOrLocal(afterErrors: true))
            scene.shown.update { $0.append("\(found.remoteError as Any)") }
            _ = try await posts.fetch(query, .localThenRemote.anyRow)
            await scene.awaitReport()
        }
        try await scene.expectNothing()
    }

    @Test func writesShowNothing() async throws {
        let scene = try await Scene()
        let (server, client, outbox) = (
            scene.client.server, scene.client, scene.client.repositories.outbox
        )
        let failing = Mutexed<[any Error]>([
            Failure(), RemoteFailure(503, marker), GranaryError(.unavailable, "Nobody is there."),
        ])
        server.set { state in
            // It says nothing about rows that it does not serve.
            state.servesPages = true
            state.answer = { write in
                var failure: (any Error)?
                failing.update { if !$0.isEmpty { failure = $0.removeFirst() } }
                if let failure { throw failure }
                switch write.kind {
                case .command: return .refused(marker)
                case .update: return .conflict(RemotePayload([Post(marker).snapshot]), marker)
                default: return .accepted(RemotePayload([Draft(marker).snapshot]))
                }
            }
        }
        let post = try await client.save(marker)
        try await client.stack.perform { context in
            let command = RemoteCommand(
                "check", Data(marker.utf8), about: [.init(post.objectID)], key: marker)
            try context.enqueue(command)
            try context.save()
        }
        try await client.sendUntilRefused()
        try await client.change(post.objectID) { $0.title = marker + marker }
        _ = try await client.repositories[Post.self].fetch(Post.all, .remote)
        for refusal in try await outbox.refusals() {
            await scene.failing {
                try await outbox.decide(.replace(["color": .text(marker)]), on: refusal.id)
            }
            try await outbox.decide(.takeRemote, on: refusal.id)
        }
        try await client.sendUntilRefused()
        await scene.failing {
            try await client.repositories[Post.self].save(Post(marker).snapshot, .remote)
        }
        server.set { $0.answer = { _ in .refused(marker) } }
        await scene.failing {
            try await client.repositories[Post.self].save(Post(marker).snapshot, .remote)
        }
        server.set { $0.answer = { _ in .unauthorized(marker) } }
        _ = try await client.save(marker)
        try await client.sending { outbox.pauseReason != nil }
        // What a program prints of a write or a request has no values either.
        let arrived = try #require(server.arrived.last)
        let request = try #require(server.lastRequest)
        scene.shown.update { $0 += ["\(arrived)", "\(request)"] }
        try await scene.expectNothing()
    }
}
