import Granary
import GranaryConformance
import Synchronization
import Testing

/// What `perform` does again when it fails.
@Suite(.timeLimit(.minutes(1))) struct UnitOfWorkRetryTests {
    /// Counts how often something was tried.
    private final class Attempts: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    private func retrying(_ times: Int) -> ContextOptions {
        var options = ContextOptions()
        options.retries = times
        return options
    }

    @Test func aUnitOfWorkIsRepeatedAsOftenAsAllowed() async throws {
        let stack = try makeStack(split: false)
        let attempts = Attempts()
        let result = try await stack.perform(retrying(2)) { context in
            let attempt = attempts.next()
            try context.insert(Team(code: "A", name: "attempt \(attempt)"))
            if attempt < 3 { throw GranaryError(.conflict, "again") }
            try context.save()
            return attempt
        }
        #expect(result == 3)
        #expect(try await stack.perform { try $0.fetch(Team.all).map(\.name) } == ["attempt 3"])
    }

    @Test(arguments: [(0, false, 1), (1, false, 2), (5, true, 1)])
    func itIsNotRepeatedMoreOftenNorAfterASave(
        _ example: (retries: Int, saves: Bool, attempts: Int)
    ) async throws {
        let stack = try makeStack(split: false)
        let attempts = Attempts()
        await #expect(throws: GranaryError.self) {
            try await stack.perform(retrying(example.retries)) { context in
                let attempt = attempts.next()
                try context.insert(Team(code: "\(attempt)", name: "team"))
                if example.saves { try context.save() }
                throw GranaryError(.locked, "again")
            }
        }
        #expect(attempts.next() == example.attempts + 1)
    }

    @Test func otherErrorsAreNotRetried() async throws {
        let stack = try makeStack(split: false)
        let attempts = Attempts()
        await #expect(throws: GranaryError.self) {
            try await stack.perform(retrying(5)) { _ in
                _ = attempts.next()
                throw GranaryError(.query, "wrong")
            }
        }
        #expect(attempts.next() == 2)
    }

    @Test func aBatchIsNotRepeated() async throws {
        let stack = try makeStack(split: false)
        try await stack.perform { context in
            try context.insert(Player(id: 1, name: "P", score: 1))
            try context.save()
        }
        let attempts = Attempts()
        await #expect(throws: GranaryError.self) {
            try await stack.perform(retrying(3)) { context in
                try context.updateAll(Player.all) { $0.score.set(to: $0.score + 1) }
                if attempts.next() < 3 { throw GranaryError(.conflict, "again") }
            }
        }
        #expect(try await stack.perform { try $0.object(Player.self, 1)?.score } == 2)
    }
}
