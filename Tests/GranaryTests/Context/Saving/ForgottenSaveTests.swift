import Granary
import GranaryConformance
import GranaryTestSupport
import Logging
import Synchronization
import Testing

/// A unit of work that ends with unsaved changes is a warning in the log, once a minute at most.
@Suite(.timeLimit(.minutes(1))) struct ForgottenSaveTests {
    /// A clock whose time a test sets.
    private final class SetClock: Clock {
        let minutes = Mutex(0.0)
        struct Instant: InstantProtocol {
            var time: Duration
            func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
            func duration(to other: Instant) -> Duration { other.time - time }
            static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
        }
        var now: Instant { Instant(time: .seconds(60 * minutes.withLock { $0 })) }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
    }

    private let log = LogRecorder()
    private let clock = SetClock()

    private func stack(strategy: any ContextStrategy = .direct) throws -> PersistentStack {
        let models: [any Model.Type] = [Team.self, Player.self, Tag.self, Contract.self, Trophy.self]
        let stack = try PersistentStack(
            Schema("Clubs", models: models), registry: StoreRegistry([ReferenceBackend.self]),
            strategy: strategy, telemetry: Telemetry(logger: log.makeLogger(level: .warning)), clock: clock)
        try stack.attachPersistentStore(
            for: StoreConfiguration(name: "Default", type: ReferenceBackend.type))
        try stack.start()
        return stack
    }

    @Test(arguments: [false, true]) func namesEntitiesAndCounts(isNested: Bool) async throws {
        let stack = try stack(strategy: isNested ? .nested : .direct)
        try await stack.perform { context in
            try context.insert(Team(code: "A", name: "Ants"))
            try context.insert(Player(id: 1, name: "secret", score: 0))
            try context.save()
        }
        #expect(log.lines.isEmpty)
        try await stack.perform { context in
            for number in 2..<5 { try context.insert(Player(id: number, name: "secret", score: 0)) }
            let player = try #require(try context.object(Player.self, 1))
            player.score = 7
            player.tags.append(Tag(label: "secret"))
            if let team = try context.object(Team.self, "A") { try context.delete(team) }
        }
        let line = try #require(log.lines.first)
        #expect(line.level == .warning && log.lines.count == 1)
        for part in [
            "Player: 3 inserted, 1 changed", "Tag: 1 inserted", "Team: 1 deleted", "pairs of", "save()",
        ] {
            #expect(line.message.contains(part), "\(part) in \(line.message)")
        }
        #expect(!line.message.contains("secret"))
    }

    @Test func onceAMinuteAtMost() async throws {
        let stack = try stack()
        func forget() async throws {
            try await stack.perform { try $0.insert(Team(code: "A", name: "Ants")) }
        }
        for minute in [0, 0.5, 0.9, 1.5, 1.6] {
            clock.minutes.withLock { $0 = minute }
            try await forget()
        }
        #expect(log.lines.count == 2)
        #expect(log.lines.last?.message.contains("2 other units of work") == true)
    }

    @Test func whatIsDroppedOnPurposeIsNoWarning() async throws {
        let stack = try stack()
        try await stack.perform { context in
            try context.insert(Team(code: "A", name: "Ants"))
            context.rollback()
        }
        try await stack.perform(.temporary) { try $0.insert(Team(code: "A", name: "Ants")) }
        await #expect(throws: CancellationError.self) {
            try await stack.perform { context in
                try context.insert(Team(code: "A", name: "Ants"))
                throw CancellationError()
            }
        }
        #expect(log.lines.isEmpty)
    }
}
