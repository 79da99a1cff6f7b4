import Granary
import GranaryTestSupport
import Testing

/// A conflict tells what was read, what is here, and what others saved.
@Suite(.timeLimit(.minutes(1))) struct ConflictTests {
    @Test func conflictsCarryBaseMineAndTheirs() async throws {
        let stack = try makeStack()
        try await stack.perform { context in
            try context.insert(Team(code: "A", name: "Ants"))
            try context.save()
        }
        let first = try stack.makeContext()
        let mine = try #require(try first.object(Team.self, "A"))
        try await stack.perform { context in
            try required(try context.object(Team.self, "A")).name = "Bees"
            try context.save()
        }
        mine.name = "Cats"
        do {
            try first.save()
            Issue.record("The save of a stale object succeeded.")
        } catch let error as GranaryError {
            try verify(error.code == .conflict)
            let conflict = try required(error.conflicts.first)
            try verify(conflict.base?["name"] == .text("Ants"))
            try verify(conflict.mine?["name"] == .text("Cats"))
            try verify(conflict.theirs?["name"] == .text("Bees"))
        }
        #expect(mine.name == "Cats")
        try first.save(by: .memoryWins)
        let name = try await stack.perform { try $0.object(Team.self, "A")?.name }
        #expect(name == "Cats")
    }
}
