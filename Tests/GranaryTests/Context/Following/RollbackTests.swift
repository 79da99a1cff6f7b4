import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// What others changed meanwhile is there when a context's own changes are given up.
@Suite(.timeLimit(.minutes(1))) struct RollbackTests {
    private func rename(_ code: String, _ name: String, in stack: PersistentStack) throws {
        let other = try stack.makeContext()
        try required(try other.object(Team.self, code)).name = name
        try other.save()
    }

    @Test func aRolledBackConflictCanBeTriedAgain() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        var attempts = 0
        while true {
            attempts += 1
            let team = try required(try context.object(Team.self, "A"))
            if attempts == 1 { try rename("A", "Apes", in: stack) }
            team.name += "!"
            do {
                try context.save()
                break
            } catch GranaryError.Code.conflict where attempts < 3 {
                context.rollback()
            }
        }
        #expect(attempts == 2)
        #expect(try stack.makeContext().object(Team.self, "A")?.name == "Apes!")
    }

    @Test func anObjectThatWasDeletedIsGoneAfterTheRollback() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let team = try required(try context.object(Team.self, "A"))
        let other = try stack.makeContext()
        try other.delete(try required(try other.object(Team.self, "A")))
        try other.save()
        team.name = "Mine"
        #expect(throws: GranaryError.self) { try context.save() }
        context.rollback()
        #expect(try context.object(Team.self, "A") == nil)
    }

    @Test @MainActor func theMainContextShowsWhatANoticeToldOfAnEditedObject() async throws {
        let stack = try smallStack()
        let main = try stack.mainContext
        let team = try required(try main.object(Team.self, "A"))
        team.name = "Mine"
        try rename("A", "Apes", in: stack)
        while main.hasNews { await Task.yield() }
        #expect(team.name == "Mine")
        main.rollback()
        #expect(team.name == "Apes")
        team.name = "Cats"
        try main.save()
        #expect(try stack.makeContext().object(Team.self, "A")?.name == "Cats")
    }

    @Test func whatCannotBeReadAtTheRollbackIsReadLater() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let team = try required(try context.object(Team.self, "A"))
        let session = try FailingSession.replaceSession(of: context)
        try rename("A", "Apes", in: stack)
        team.name = "Mine"
        #expect(throws: GranaryError.self) { try context.save() }
        session.failing = [.fetch]
        context.rollback()
        #expect(team.name == "Ants")
        session.failing = []
        _ = try context.fetch(Player.all)
        #expect(team.name == "Apes")
    }

    @Test func aRefreshThatFailsLosesNothing() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let team = try required(try context.object(Team.self, "A"))
        let session = try FailingSession.replaceSession(of: context)
        team.name = "Mine"
        for failing in [FailingSession.Call.refresh, .fetch] {
            session.failing = [failing]
            expectError(.unavailable) { try context.refresh(team) }
            #expect(team.name == "Mine" && context.hasChanges)
        }
        session.failing = []
        try context.save()
        #expect(try stack.makeContext().object(Team.self, "A")?.name == "Mine")
    }

    @Test func aDeletionThatBothMadeLeavesNoChange() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let player = try required(try context.object(Player.self, 1))
        let tag = Tag(label: "t")
        try context.insert(tag)
        player.tags.append(tag)
        try context.save()
        let other = try stack.makeContext()
        try other.delete(try required(try other.object(Player.self, 1)))
        try other.save()
        try context.delete(player)
        try context.save()
        #expect(!context.hasChanges)
    }
}
