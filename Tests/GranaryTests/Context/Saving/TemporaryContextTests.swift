import Granary
import GranaryConformance
import GranaryTestSupport
import Logging
import Testing

/// A context whose saves are dropped says so where its stack logs.
@Suite(.timeLimit(.minutes(1))) struct TemporaryContextTests {
    @Test func aDroppedSaveIsAWarningOfTheStack() async throws {
        let log = LogRecorder()
        let models: [any Model.Type] = [Team.self, Player.self, Tag.self, Contract.self, Trophy.self]
        let stack = try startedStack(
            Schema("Clubs", models: models), telemetry: Telemetry(logger: log.makeLogger(level: .warning)))
        try await stack.perform(.temporary) { context in
            try context.insert(Team(code: "A", name: "Ants"))
            try context.save()
        }
        #expect(log.lines.map(\.level) == [.warning])
        #expect(log.lines.first?.message.contains("dropped") == true)
        #expect(try await stack.perform { try $0.count(Team.all) } == 0)
    }
}
