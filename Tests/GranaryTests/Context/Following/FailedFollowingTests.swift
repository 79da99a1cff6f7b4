import Granary
import GranaryTestSupport
import Testing

/// A context that cannot read what others saved reads it the next time, and loses nothing of its own meanwhile.
@MainActor @Suite(.timeLimit(.minutes(1))) struct FailedFollowingTests {
    /// A stack, and a context of it that has the team “A” and a store that can fail.
    private func followed() throws -> (PersistentStack, Context, Team, FailingSession) {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let team = try required(try context.object(Team.self, "A"))
        return (stack, context, team, try FailingSession.replaceSession(of: context))
    }

    private func rename(_ code: String, _ name: String, in stack: PersistentStack) throws {
        let other = try stack.makeContext()
        try required(try other.object(Team.self, code)).name = name
        try other.save()
    }

    @Test func noticesWaitWhenTheStoreFails() throws {
        let (stack, main, team, session) = try followed()
        try rename("A", "Apes", in: stack)
        session.failing = [.fetch]
        expectError(.unavailable) { try main.mergeChanges() }
        try rename("A", "Asps", in: stack)
        expectError(.unavailable) { try main.mergeChanges() }
        session.failing = []
        try main.access.session(at: 0).refresh()
        try main.mergeChanges()
        #expect(team.name == "Asps")
    }

    @Test func ownEditsCanStillBeSaved() throws {
        let (stack, main, team, session) = try followed()
        let mine = try required(try main.object(Team.self, "B"))
        mine.name = "Bugs"
        session.failing = [.fetch, .refresh]
        try rename("A", "Apes", in: stack)
        main.mergeChangesUnattended()
        #expect(session.failures > 0)
        session.failing = []
        try main.save()
        #expect(try stack.makeContext().object(Team.self, "B")?.name == "Bugs")
        #expect(team.name == "Apes")
    }

    @Test func noticesWaitWhenRefreshingFails() throws {
        let (stack, main, team, session) = try followed()
        try rename("A", "Apes", in: stack)
        session.failing = [.fetch]
        expectError(.unavailable) { try main.refreshAll() }
        session.failing = []
        try main.mergeChanges()
        #expect(team.name == "Apes")
    }
}
