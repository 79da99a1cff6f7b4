import Granary
import GranaryConformance
import Logging
import Testing

/// A context whose saves are dropped says so where its stack logs.
@Suite(.timeLimit(.minutes(1))) struct DroppedSaveTests {
    @Test func aDroppedSaveIsAWarningOfTheStack() async throws {
        let log = LogRecorder()
        let schema = try Schema(
            "Clubs", configurations: ["All": [Team.self, Player.self, Tag.self, Contract.self, Trophy.self]])
        let stack = PersistentStack(
            schema, registry: try StoreRegistry([ReferenceBackend.self]),
            telemetry: Telemetry(logger: log.makeLogger(level: .warning)))
        try stack.attachPersistentStore(for: StoreConfiguration(name: "All", type: "reference"))
        try stack.start()
        try await stack.perform(.temporary) { context in
            try context.insert(Team(code: "A", name: "Ants"))
            try context.save()
        }
        #expect(log.lines.map(\.level) == [.warning])
        #expect(log.lines.first?.message.contains("dropped") == true)
        #expect(try await stack.perform { try $0.count(Team.all) } == 0)
    }
}
