import Granary
import Testing

/// What was inserted and deleted before any save belongs to its context no more.
@Suite(.timeLimit(.minutes(1))) struct UnsavedDeletionTests {
    @Test func anObjectMovedToAnotherContextIsSavedByThatOneOnly() async throws {
        let stack = try makeStack()
        let first = try stack.makeContext()
        let second = try stack.makeContext()
        let team = Team(code: "A", name: "Ants")
        try first.insert(team)
        try first.delete(team)
        try second.insert(team)
        #expect(!first.hasChanges)
        #expect(first.changes.inserted.isEmpty)
        try first.save()
        #expect(try await stack.perform { try $0.count(Team.all) } == 0)
        first.rollback()
        first.reset()
        #expect(second.changes.inserted.count == 1)
        try second.save()
        #expect(try await stack.perform { try $0.count(Team.all) } == 1)
    }

    @Test func anObjectInsertedAgainIsSavedOnce() async throws {
        let stack = try makeStack()
        let context = try stack.makeContext()
        let teams = (0..<50).map { Team(code: "T\($0)", name: "x") }
        for team in teams { try context.insert(team) }
        for team in teams { try context.delete(team) }
        #expect(!context.hasChanges)
        for team in teams.reversed() { try context.insert(team) }
        try context.delete(teams[7])
        #expect(context.changes.inserted.count == 49)
        try context.save()
        #expect(try await stack.perform { try $0.count(Team.all) } == 49)
    }
}
