import Granary
import GranaryTestSupport
import Testing

/// A context that reads the newest state has no session with a store between its operations.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RestingContextTests {
    @Test(arguments: [StandardContextStrategy.direct, .nested, .mixed])
    func noSessionIsLeftAfterAnOperation(_ strategy: StandardContextStrategy) async throws {
        let stack = try strategicStack(strategy)
        let main = try stack.mainContext
        func expectRest(_ operation: String) {
            let root = main.parent?.access ?? main.access
            #expect(!root.hasSessions, "after \(operation)")
        }
        let team = try required(try main.object(Team.self, "A"))
        expectRest("a look-up")
        _ = try main.fetch(Player.all)
        expectRest("a fetch")
        _ = team.players.count
        expectRest("loading a list")
        _ = try main.count(Player.where { $0.score > 0 })
        expectRest("a count")
        _ = try main.sum(Player.all) { $0.score }
        expectRest("a sum")
        _ = try main.select(Player.all) { ($0.id, $0.name) }
        expectRest("a selection")
        try main.stream(Player.all) { player in player.score >= 0 }
        expectRest("a stream")
        _ = try main.explain(Player.all)
        expectRest("an explanation")
        try main.insert(Player(name: "New", score: 3, team: team))
        expectRest("an insertion")
        try main.save()
        expectRest("a save")
        try main.refresh(team)
        try main.refreshAll()
        expectRest("a refresh")
        let child = main.makeChild()
        _ = try child.object(Team.self, "B")
        try child.insert(Player(name: "Newer", score: 3))
        try child.save()
        expectRest("a child's save")
        try main.save()
        expectRest("a save of what a child gave")
        try await stack.close()
    }

    @Test(arguments: [StandardContextStrategy.direct, .nested, .mixed])
    func whatOthersSaveIsThereWithoutAQuery(_ strategy: StandardContextStrategy) async throws {
        let stack = try strategicStack(strategy)
        let main = try stack.mainContext
        let (renamed, deleted) = (
            try required(try main.object(Team.self, "A")), try required(try main.object(Team.self, "B"))
        )
        let other = try stack.makeContext()
        try required(try other.object(Team.self, "A")).name = "Apes"
        try other.delete(try required(try other.object(Team.self, "B")))
        try other.save()
        while main.hasNews { await Task.yield() }
        #expect(renamed.name == "Apes")
        #expect(deleted._objectState.phase == .detached)
        #expect(try main.object(Team.self, "B") == nil)
        try await stack.close()
    }

    private func strategicStack(_ strategy: StandardContextStrategy) throws -> PersistentStack {
        let stack = try makeStack(strategy: strategy)
        let context = try stack.makeContext()
        try context.insert(Team(code: "A", name: "Ants"))
        try context.insert(Team(code: "B", name: "Bees"))
        try context.insert(Player(name: "P", score: 1))
        try context.save()
        return stack
    }
}
