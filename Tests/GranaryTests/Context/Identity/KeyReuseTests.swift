import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// A new object that has the key of a deleted one is another object.
@Suite(.timeLimit(.minutes(1))) struct KeyReuseTests {
    @Test(arguments: [false, true]) func deletingTheNewOneDeletesBoth(_ isUndone: Bool) throws {
        let stack = try leagueStack()
        let context = try stack.makeContext()
        let old = try required(try context.object(Team.self, "B"))
        try context.delete(old)
        if isUndone { context.history.levels = 2 }
        let new = Team(code: "B", name: "Bats")
        try context.insert(new)
        if isUndone { try context.history.undo() } else { try context.delete(new) }
        #expect(try context.object(Team.self, "B") == nil)
        #expect(try context.fetch(Team.all).map(\.code) == ["A"])
        #expect(context.changes.deleted.map { $0 === old } == [true])
        try context.save()
        #expect(try stack.makeContext().fetch(Team.all).map(\.code) == ["A"])
    }

    @Test func theNewOneHasNoPairs() throws {
        let stack = try leagueStack()
        let context = try stack.makeContext()
        try context.delete(try required(try context.object(Player.self, 1)))
        try context.insert(Player(id: 1, name: "another", score: 0))
        let red = try required(try context.object(Tag.self, "red"))
        #expect(red.players.isEmpty)
        try context.save()
        try context.refreshAll()
        #expect(red.players.isEmpty)
    }

    @Test func theNewOneMayHaveTheSamePair() throws {
        let stack = try leagueStack()
        let context = try stack.makeContext()
        try context.delete(try required(try context.object(Tag.self, "red")))
        try required(try context.object(Player.self, 1)).tags.append(Tag(label: "red"))
        try context.save()
        let fresh = try stack.makeContext()
        #expect(try fresh.object(Player.self, 1)?.tags.map(\.label) == ["red"])
    }

    @Test func whatRefersToASuccessorDeniesNothing() throws {
        let context = try makeStack().makeContext()
        let trophy = Trophy(title: "cup")
        let player = Player(id: 1, name: "P", score: 0)
        try context.insert(Team(code: "A", name: "first"))
        try context.insert(trophy)
        try context.insert(player)
        try context.save()
        try context.delete(try required(try context.object(Team.self, "A")))
        trophy.holder = Team(code: "A", name: "second")
        // Lists are read again after this.
        try context.refresh(player)
        try context.save()
        #expect(trophy.holder?.name == "second")
        #expect(try context.fetch(Team.all).map(\.name) == ["second"])
    }
}
