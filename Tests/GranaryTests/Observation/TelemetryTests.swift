import CoreMetrics
import FoundationEssentials
import Granary
import GranaryConformance
import InMemoryTracing
import Logging
import MetricsTestKit
import Testing
import Tracing

@Suite(.timeLimit(.minutes(1))) struct TelemetryTests {
    private let tracer = InMemoryTracer()
    private let metrics = TestMetrics()
    private let log = LogRecorder()

    private func makeStack(level: Logger.Level = .debug) throws -> PersistentStack {
        let schema = try Schema(
            "League",
            configurations: [
                "People": [Player.self, Tag.self], "Clubs": [Team.self, Contract.self, Trophy.self],
            ])
        let stack = PersistentStack(
            schema, registry: try StoreRegistry([ReferenceBackend.self]),
            telemetry: Telemetry(logger: log.makeLogger(level: level), metrics: metrics, tracer: tracer))
        try stack.attachPersistentStores(
            for: schema.configurations.map { StoreConfiguration(name: $0, type: "reference") })
        try stack.start()
        return stack
    }

    private func fill(_ stack: PersistentStack) async throws {
        try await stack.perform { context in
            let team = Team(code: "SECRET", name: "Blues")
            try context.insert(team)
            for id in 1...3 {
                try context.insert(Player(id: id, name: "hidden\(id)", email: nil, score: 98_765, team: team))
            }
            try context.save()
        }
    }

    @Test func everyOperationIsASpanInsideItsUnitOfWork() async throws {
        let stack = try makeStack()
        try await fill(stack)
        tracer.clearFinishedSpans()
        let count = try await tracer.withSpan("request") { _ in
            try await stack.perform { context in
                let players = try context.fetch(Player.where { $0.score > 5 })
                _ = players.first?.team?.name
                _ = try context.object(ObjectID<Trophy>("none"))
                return try context.count(Player.all) + players.count
            }
        }
        #expect(count == 6)
        try await stack.close()
        let spans = tracer.finishedSpans
        let names = spans.map(\.operationName)
        #expect(
            names == [
                "fetch Player", "load Player.team", "find Trophy", "count Player", "perform", "request",
                "close Clubs", "close People",
            ])
        let request = try #require(spans.first { $0.operationName == "request" })
        let work = try #require(spans.first { $0.operationName == "perform" })
        #expect(work.parentSpanID == request.spanID)
        for span in spans.prefix(4) { #expect(span.parentSpanID == work.spanID) }
        let fetch = try #require(spans.first)
        #expect(fetch.attributes["db.operation.name"]?.toSpanAttribute() == .string("fetch"))
        #expect(fetch.attributes["db.collection.name"]?.toSpanAttribute() == .string("Player"))
        #expect(fetch.attributes["db.response.returned_rows"]?.toSpanAttribute() == .int64(3))
        let closing = try #require(spans.last)
        #expect(closing.attributes["db.system.name"]?.toSpanAttribute() == .string("reference"))
    }

    @Test func aSaveOfTwoStoresShowsWhatEachDoes() async throws {
        let stack = try makeStack()
        tracer.clearFinishedSpans()
        try await fill(stack)
        #expect(
            tracer.finishedSpans.map(\.operationName) == [
                "prepare Clubs", "prepare People", "commit Clubs", "commit People", "save", "perform",
            ])
        try await stack.close()
    }

    @Test func durationsRowsAndFailuresAreCounted() async throws {
        let stack = try makeStack()
        try await fill(stack)
        for _ in 0..<2 { _ = try await stack.perform { try $0.fetch(Player.all).count } }
        await #expect(throws: GranaryError.self) {
            try await stack.perform { context in
                try context.insert(Player(id: 1, name: "again", email: nil, score: 1))
                try context.save()
            }
        }
        let fetch = [("db.operation.name", "fetch"), ("db.collection.name", "Player")]
        #expect(try metrics.expectTimer("db.client.operation.duration", fetch).values.count == 2)
        #expect(try metrics.expectRecorder("db.client.response.returned_rows", fetch).values == [3, 3])
        let failures = [("db.operation.name", "save"), ("error.type", "constraint")]
        #expect(try metrics.expectCounter("db.client.operation.failures", failures).totalValue == 1)
        try await stack.close()
    }

    @Test func theLogNamesWhatWasDoneAndNoValues() async throws {
        let stack = try makeStack()
        try await fill(stack)
        _ = try await stack.perform { try $0.fetch(Player.where { $0.name == "hidden2" }).count }
        await #expect(throws: GranaryError.self) {
            try await stack.perform { context in
                try context.insert(Team(code: "SECRET", name: "Reds"))
                try context.save()
            }
        }
        try await stack.close()
        let lines = log.lines.map(\.description)
        #expect(lines.contains { $0.hasPrefix("debug open Clubs") })
        #expect(lines.contains { $0.hasPrefix("debug fetch Player") && $0.contains("returned_rows=1") })
        #expect(lines.contains { $0.hasPrefix("debug save failed") && $0.contains("error.type=constraint") })
        let reported =
            lines
            + tracer.finishedSpans.map { span in
                "\(span.operationName) \(span.attributes) \(span.errors) \(span.events)"
            }
        for secret in ["SECRET", "hidden", "98765", "Reds", "again"] {
            #expect(!reported.contains { $0.contains(secret) }, "a report holds a stored value")
        }
    }

    @Test func nobodyIsToldWhereNobodyListens() async throws {
        let schema = try Schema(
            "League", configurations: ["All": [Tag.self, Player.self, Team.self, Contract.self, Trophy.self]])
        let registry = try StoreRegistry([ReferenceBackend.self])
        #expect(PersistentStack(schema, registry: registry, telemetry: .off).observer == nil)
        let quiet = Telemetry(
            logger: log.makeLogger(level: .info), metrics: NOOPMetricsHandler.instance, tracer: NoOpTracer())
        #expect(PersistentStack(schema, registry: registry, telemetry: quiet).observer == nil)
    }
}
