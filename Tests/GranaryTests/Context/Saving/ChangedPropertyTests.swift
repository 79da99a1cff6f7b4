import Granary
import GranaryTestSupport
import Testing

/// What changed in an object, and from what.
@Suite(.timeLimit(.minutes(1))) struct ChangedPropertyTests {
    private func context() throws -> Context {
        let context = try makeStack().makeContext()
        try context.insert(Team(code: "A", name: "Ants"))
        try context.insert(Player(id: 1, name: "P", email: "p", score: 1))
        try context.save()
        return context
    }

    @Test func anUnchangedObjectHasNone() throws {
        let context = try context()
        let player = try required(try context.object(Player.self, 1))
        #expect(context.changes.properties(of: player) == [])
        #expect(context.changes.savedSnapshot(of: player)?.name == "P")
        player.name = "P"
        #expect(context.changes.properties(of: player) == [])
    }

    @Test func changesComeInTheOrderOfDeclarationWithOldValues() throws {
        let context = try context()
        let player = try required(try context.object(Player.self, 1))
        player.captain = player
        player.team = try context.object(Team.self, "A")
        player.score = 2
        player.name = "Q"
        player.tags.append(Tag(label: "t"))
        #expect(context.changes.properties(of: player) == ["name", "score", "team", "captain"])
        let before = try required(context.changes.savedSnapshot(of: player))
        #expect(before.name == "P" && before.score == 1 && before.team == nil && before.captain == nil)
        player.name = "P"
        #expect(context.changes.properties(of: player).contains("name"), "it is written all the same")
        try context.save()
        #expect(context.changes.properties(of: player) == [])
        #expect(context.changes.savedSnapshot(of: player)?.team == "A")
        player.score = 3
        context.rollback()
        #expect(context.changes.properties(of: player) == [])
        #expect(context.changes.savedSnapshot(of: player)?.score == 2)
    }

    @Test func anInsertedObjectHasAllAndWasNeverSaved() throws {
        let context = try context()
        let player = Player(id: 2, name: "N", score: 0)
        #expect(
            context.changes.properties(of: player) == [] && context.changes.savedSnapshot(of: player) == nil)
        try context.insert(player)
        #expect(
            context.changes.properties(of: player) == ["id", "name", "email", "score", "team", "captain"])
        #expect(context.changes.savedSnapshot(of: player) == nil)
    }

    @Test func aDeletedObjectStillSaysWhatWasSaved() throws {
        let context = try context()
        let player = try required(try context.object(Player.self, 1))
        player.name = "Q"
        try context.delete(player)
        #expect(context.changes.properties(of: player) == [])
        #expect(context.changes.savedSnapshot(of: player)?.name == "P")
        try context.save()
        #expect(context.changes.savedSnapshot(of: player) == nil)
    }

    @Test func anObjectOfAnotherContextHasNone() throws {
        let stack = try makeStack()
        let (one, other) = (try stack.makeContext(), try stack.makeContext())
        let team = Team(code: "A", name: "Ants")
        try one.insert(team)
        try one.save()
        team.name = "Apes"
        #expect(other.changes.properties(of: team) == [] && other.changes.savedSnapshot(of: team) == nil)
        #expect(one.changes.properties(of: team) == ["name"])
    }

    @Test func aChildComparesWithItsParent() throws {
        let parent = try context()
        try required(try parent.object(Player.self, 1)).name = "Q"
        let child = parent.makeChild(.child)
        let player = try required(try child.object(Player.self, 1))
        #expect(child.changes.properties(of: player) == [])
        #expect(child.changes.savedSnapshot(of: player)?.name == "Q")
        player.name = "R"
        #expect(child.changes.properties(of: player) == ["name"])
        #expect(child.changes.savedSnapshot(of: player)?.name == "Q")
        try child.save()
        #expect(child.changes.savedSnapshot(of: player)?.name == "R")
        let mine = try required(try parent.object(Player.self, 1))
        #expect(parent.changes.properties(of: mine) == ["name"])
        #expect(parent.changes.savedSnapshot(of: mine)?.name == "P")
    }

    @Test func othersSavesBecomeWhatWasSaved() throws {
        let stack = try makeStack()
        let context = try stack.makeContext(ContextOptions().merging(.perProperty))
        try context.insert(Player(id: 1, name: "P", score: 1))
        try context.save()
        let player = try required(try context.object(Player.self, 1))
        let other = try stack.makeContext()
        try required(try other.object(Player.self, 1)).score = 5
        try other.save()
        player.name = "Q"
        #expect(context.changes.savedSnapshot(of: player)?.score == 1)
        try context.save()
        #expect(context.changes.savedSnapshot(of: player)?.score == 5)
        #expect(context.changes.savedSnapshot(of: player)?.name == "Q")
    }
}
