import Granary
import GranaryTestSupport
import Testing

/// What comes after a commit cannot make the save, or the batch, that is committed throw.
@Suite(.timeLimit(.minutes(1))) struct AfterCommitTests {
    @Test func aCancelDuringTheCommitDoesNotFailTheSave() throws {
        let stack = try makeStack()
        let reader = try stack.makeContext()
        let cancellation = Cancellation()
        let context = Context(
            try stack.keptHold(), options: ContextOptions(), cancellation: cancellation)
        try context.insert(Team(code: "A", name: "Ants"))
        try context.insert(Team(code: "B", name: "Bees"))
        try context.save()
        let team = try required(try context.object(Team.self, "A"))
        let other = try stack.makeContext()
        try required(try other.object(Team.self, "B")).name = "Bugs"
        func changeOther() {
            do { try other.save() } catch { Issue.record(error) }
        }
        let session = try FailingSession.replaceSession(of: context)
        session.afterCommit = {
            // There is also a notice to be taken in, for which the store would be asked.
            changeOther()
            cancellation.cancel()
        }
        session.failing = [.refresh]
        team.name = "Apes"
        try context.save()
        #expect(!context.hasChanges)
        #expect(try reader.object(Team.self, "A")?.name == "Apes")
        expectError(.cancelled) { _ = try context.fetch(Team.all) }
    }

    @Test func theNextUseBeginsTheSnapshot() throws {
        let stack = try makeStack()
        let context = try stack.makeContext()
        let session = try FailingSession.replaceSession(of: context)
        session.failing = [.refresh]
        try context.insert(Team(code: "A", name: "Ants"))
        try context.save()
        let other = try stack.makeContext()
        try other.insert(Team(code: "B", name: "Bees"))
        try other.save()
        expectError(.unavailable) { _ = try context.object(Team.self, "B") }
        session.failing = []
        #expect(try context.object(Team.self, "B")?.name == "Bees")
        #expect(try context.count(Team.all) == 2)
        context.rollback()
        try context.save()
    }

    @Test func aCommittedBatchDoesNotFail() throws {
        let stack = try makeStack()
        let context = try stack.makeContext()
        try context.insert(Team(code: "A", name: "Ants"))
        try context.save()
        let session = try FailingSession.replaceSession(of: context)
        session.failing = [.refresh]
        #expect(try context.updateAll(Team.all) { $0.name.set(to: "Apes") } == 1)
        session.failing = []
        #expect(try context.fetch(Team.all).map(\.name) == ["Apes"])
    }
}
