import Granary
import GranaryMemory
import GranarySync
import GranaryTestSupport
import InMemoryTracing
import Testing

@testable import GranarySyncTesting
import Tracing

/// Requests, batches and merges are reported, without values.
@Suite(.timeLimit(.minutes(1))) struct SyncTelemetryTests {
    @Test func requestsBatchesAndMergesAreSpans() async throws {
        let (tracer, server) = (InMemoryTracer(), ScriptedServer(batches: 10))
        server.put(Post("secret").snapshot)
        let stack = try startedStack(
            try syncedSchema(), on: .memory, telemetry: Telemetry(tracer: tracer))
        let repositories = try await Repositories(stack, source: server)
        _ = try await repositories[Post.self].fetch(Post.all, .remote)
        try await repositories[Post.self].save([Post("hidden").snapshot, Post("hidden").snapshot])
        try await repositories.sending { try await repositories.outbox.counts().isEmpty }
        server.set { $0.isOffline = true }
        _ = try await repositories[Post.self].fetch(Post.all, .remoteOrLocal)
        let spans = tracer.finishedSpans
        let asked = spans.filter { $0.operationName == "ask Post" }
        #expect(asked.count == 2 && asked.allSatisfy { $0.attributes["db.operation.name"] != nil })
        #expect(asked.last?.attributes["error.type"]?.toSpanAttribute() == .string("unavailable"))
        #expect(spans.filter { $0.operationName == "merge Post" }.count == 1)
        #expect(spans.filter { $0.operationName == "send Post" }.count == 1)
        for span in spans { #expect(!"\(span.attributes)".contains("secret")) }
    }
}
