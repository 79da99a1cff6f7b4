import Granary
import GranaryConformance
import GranaryTestSupport
import Logging
import Synchronization
import Testing

/// A unit of work that ends with unsaved changes is a notice in the log, once a minute at most; so are edits that a save has
/// given up, and changes to objects that no context holds.
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
            strategy: strategy, telemetry: Telemetry(logger: log.makeLogger(level: .notice)), clock: clock)
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
        #expect(line.level == .notice && log.lines.count == 1)
        for part in [
            "Player (store Default): 3 inserted, 1 changed", "Tag (store Default): 1 inserted",
            "Team (store Default): 1 deleted", "pairs of", "save()",
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
        #expect(log.lines.last?.message.contains("There were 2 more since the last notice") == true)
    }

    @Test func editsThatASaveGivesUpAreToldWithoutValues() async throws {
        let stack = try stack()
        try await stack.perform { context in
            try context.insert(Player(id: 1, name: "secret", score: 0))
            try context.save()
        }
        for minute in [0, 0.5, 2] {
            clock.minutes.withLock { $0 = minute }
            let context = try stack.makeContext(ContextOptions().merging(.storeWins))
            let player = try #require(try context.object(Player.self, 1))
            player.name = "secret mine \(minute)"
            try await stack.perform { context in
                try context.object(Player.self, 1)?.name = "secret theirs \(minute)"
                try context.save()
            }
            try context.save()
            #expect(context.givenUp.map(\.givenUp) == [["name"]])
        }
        #expect(log.lines.map(\.level) == [.notice, .notice])
        let text = log.lines.map(\.message).joined(separator: "\n")
        #expect(text.contains("gave up edits of an object of Player (store Default)"), "\(text)")
        #expect(text.contains(": name. `context.givenUp`") && text.contains("There were 1 more"), "\(text)")
        #expect(!text.contains("secret"))
    }

    @Test func aChangeToAnObjectThatNoContextHoldsIsTold() throws {
        let stack = try stack()
        let context = try stack.makeContext()
        let player = Player(id: 1, name: "secret", score: 0)
        try context.insert(player)
        context.rollback()
        // It was never stored, and may be inserted again.
        player.name = "secret again"
        #expect(log.lines.isEmpty)
        try context.insert(player)
        try context.save()
        context.reset()
        (player.name, player.score) = ("secret at last", 3)
        let line = try #require(log.lines.first)
        #expect(log.lines.count == 1 && line.level == .notice)
        #expect(line.message.hasPrefix("An object of Player (store Default) was changed"), "\(line.message)")
        #expect(!line.message.contains("secret"))
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
