import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// Refreshing an object brings all that this context knows of its relationships up to date.
@Suite(.timeLimit(.minutes(1))) struct RefreshTests {
    @Test func refreshKeepsBothSidesInStep() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let (a, b) = (
            try required(try context.object(Team.self, "A")), try required(try context.object(Team.self, "B"))
        )
        let player = try required(try context.object(Player.self, 1))
        player.team = a
        try context.save()
        #expect(a.players.count == 1)
        #expect(b.players.count == 0)
        player.team = b
        try context.refresh(player)
        #expect(player.team === a)
        #expect(a.players.count == 1)
        #expect(b.players.count == 0)
    }

    @Test func whatWasAbsentIsFoundAfterARefresh() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let team = try required(try context.object(Team.self, "A"))
        #expect(try context.object(Team.self, "Z") == nil)
        let other = try stack.makeContext()
        try other.insert(Team(code: "Z", name: "Zoo"))
        try other.save()
        try context.refresh(team)
        #expect(try context.count(Team.where { $0.code == "Z" }) == 1)
        #expect(try context.object(Team.self, "Z") != nil)
    }

    @Test func anUnsavedOwnerLosesAMemberThatIsRefreshed() throws {
        let context = try smallStack().makeContext()
        let team = Team(code: "C", name: "Cats")
        try context.insert(team)
        let player = try required(try context.object(Player.self, 1))
        player.team = team
        #expect(team.players.count == 1)
        try context.refresh(player)
        #expect(player.team == nil)
        #expect(team.players.isEmpty)
    }
}
