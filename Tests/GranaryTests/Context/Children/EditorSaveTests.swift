import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// A child whose save goes through to the stores leaves its parent as it was when it cannot be saved.
@Suite(.timeLimit(.minutes(1))) struct EditorSaveTests {
    @Test(arguments: [1, 2]) func aFailedEditorLeavesItsParentClean(_ levels: Int) throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        let red = try required(try parent.object(Tag.self, "red"))
        #expect(red.players.count == 1)
        let middle: Context = levels == 1 ? parent : parent.makeChild(.editor)
        let editor = middle.makeChild(.editor)
        try editor.insert(Player(id: 3, name: "R", email: "p", score: 0))
        try required(try editor.object(Player.self, 1)).tags.remove(
            try required(try editor.object(Tag.self, "red")))
        try required(try editor.first(Contract.all)).team = Team(code: "C", name: "Cats")
        try required(try editor.object(Team.self, "B")).name = "Bats"
        try editor.delete(try required(try editor.first(Trophy.all)))
        let error = #expect(throws: GranaryError.self) { try editor.save() }
        #expect(error?.code == .constraint)
        #expect(editor.hasChanges && !parent.hasChanges && !middle.hasChanges)
        #expect(try parent.fetch(Team.all.sorted { $0.code.ascending }).map(\.name) == ["Ants", "Bees"])
        #expect(red.players.count == 1)
        #expect(try parent.first(Contract.all)?.team?.code == "A")
        #expect(try parent.object(Team.self, "A")?.trophies.count == 1)
        try parent.save()
        try required(try editor.object(Player.self, 3)).email = "r"
        try editor.save()
        #expect(!editor.hasChanges && !parent.hasChanges)
        let fresh = try stack.makeContext()
        #expect(try fresh.count(Player.all) == 2)
        #expect(try fresh.first(Contract.all)?.team?.name == "Cats")
        #expect(try fresh.count(Trophy.all) == 0)
        #expect(try fresh.object(Tag.self, "red")?.players.isEmpty == true)
    }

    @Test func anEditorKeepsItsParentAlive() throws {
        let stack = try leagueStack()
        weak var dropped: Context?
        func edit() throws -> Context {
            let parent = try stack.makeContext()
            dropped = parent
            return parent.makeChild(.editor)
        }
        var editor: Context? = try edit()
        #expect(dropped != nil)
        try required(try editor?.object(Team.self, "A")).name = "Apes"
        try editor?.save()
        #expect(try stack.makeContext().object(Team.self, "A")?.name == "Apes")
        editor = nil
        #expect(dropped == nil)
    }

    @Test func whatTheParentHadUnsavedStays() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        parent.history.levels = 5
        let team = try required(try parent.object(Team.self, "A"))
        let new = Player(id: 2, name: "Q", score: 0, team: team)
        try parent.history.step {
            team.name = "Apes"
            try parent.insert(new)
        }
        let editor = parent.makeChild(.editor)
        try editor.delete(try required(try editor.object(Player.self, 2)))
        try editor.insert(Player(id: 3, name: "R", email: "p", score: 0))
        try required(try editor.object(Team.self, "A")).name = "Asps"
        #expect(throws: GranaryError.self) { try editor.save() }
        #expect(team.name == "Apes")
        #expect(team.players.map(\.id).sorted() == [1, 2])
        #expect(parent.changes.inserted.map { $0 === new } == [true])
        #expect(parent.changes.updated.map { $0 === team } == [true])
        try parent.history.undo()
        #expect(team.name == "Ants" && !parent.hasChanges && !parent.history.canUndo)
    }

    @Test func aFailedUnitOfWorkDoesNotFailTheNext() async throws {
        let stack = try leagueStack(strategy: .nested)
        await #expect(throws: GranaryError.self) {
            try await stack.perform { context in
                try context.insert(Player(id: 3, name: "R", email: "p", score: 0))
                try context.save()
            }
        }
        try await stack.perform { context in
            try context.insert(Player(id: 4, name: "S", email: "s", score: 0))
            try context.save()
        }
        let ids = try stack.makeContext().fetch(Player.all.sorted { $0.id.ascending }).map(\.id)
        #expect(ids == [1, 4])
        try await stack.close()
    }

    @Test func aBatchThatFailsIsTakenBack() throws {
        let stack = try leagueStack()
        let parent = try stack.makeContext()
        try parent.insert(Player(id: 2, name: "Q", email: "q", score: 0))
        try parent.save()
        let editor = parent.makeChild(.editor)
        #expect(throws: GranaryError.self) {
            try editor.updateAll(Player.all) { $0.email.set(to: "same") }
        }
        #expect(!parent.hasChanges)
        #expect(try parent.fetch(Player.all.sorted { $0.id.ascending }).map(\.email) == ["p", "q"])
    }
}
