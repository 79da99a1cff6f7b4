import Granary
import GranaryTestSupport
import Testing

/// Code written against the protocol works with a context of another kind.
@Suite(.timeLimit(.minutes(1))) struct OwnContextTests {
    @Test func aContextCanBeYourOwn() async throws {
        let stack = try makeStack()
        let calls = try await stack.perform { inner in
            let context = CountingContext(inner)
            try Self.work(in: context)
            return context.calls
        }
        #expect(
            calls == ["insert", "save", "fetch", "select", "select", "updateAll", "makeChild", "fetch"])
    }

    @Test func itsOwnPartIsEnoughToCountAndStreamAndLookUp() async throws {
        let calls = try await makeStack().perform { inner in
            let context = CountingContext(inner)
            let team = Team(code: "A", name: "Ants")
            for name in ["Ann", "Bob", "Cid"] { try context.insert(Player(name: name, score: 1, team: team)) }
            try verify(try context.count(Player.all) == 3)
            try verify(try context.exists(Player.where { $0.name == "Bob" }))
            var streamed: [String] = []
            try context.stream(Player.all.sorted { $0.name.ascending }) { (player: Player) in
                streamed.append(player.name)
                return player.name != "Bob"
            }
            try verify(streamed == ["Ann", "Bob"])
            try verify(try context.objects([team.objectID]).map(\.code) == ["A"])
            try verify(try context.object(Team.self, "A") === team)
            try verify(try context.object(Team.self, "B") == nil)
            return context.calls
        }
        #expect(
            calls == ["insert", "insert", "insert", "fetch", "fetch", "fetch", "fetch", "object", "object"])
    }

    @Test func abilitiesItDoesNotHaveAreRefusedByName() async throws {
        try await makeStack().perform { inner in
            let context: any Context = CountingContext(inner)
            try Self.refuses("explain") { _ = try context.explain(Player.all) }
            try Self.refuses("deleteAll") { try context.deleteAll(Player.all) }
            try Self.refuses("native") { _ = try context.native("SELECT 1", from: Player.self, as: Int.self) }
            try Self.refuses("skippingMalformed") {
                _ = try context.fetch(Player.all, skippingMalformed: { _ in })
            }
            try Self.refuses("skippingMalformed") {
                try context.stream(Player.all, skippingMalformed: { _ in }) { _ in true }
            }
            context.history.levels = 5
            try verify(context.history.levels == 0 && !context.history.canUndo && !context.history.canRedo)
            try context.history.step { try context.insert(Team(code: "A", name: "Ants")) }
            try Self.refuses("history") { try context.history.undo() }
            try Self.refuses("history") { try context.history.redo() }
            try verify(context.statistics == ContextStatistics())
        }
    }

    @Test func aSnapshotIsNotAppliedToAnObjectThatNoContextHolds() async throws {
        try await makeStack().perform { inner in
            try inner.insert(Team(code: "A", name: "Ants"))
            try inner.save()
            let context = CountingContext(inner)
            context.findsCopies = true
            var snapshot = try required(try inner.object(Team.self, "A")).snapshot
            snapshot.name = "Bees"
            expectError(.unsupported) { try context.apply(snapshot) }
            context.findsCopies = false
            try verify(try context.apply(snapshot)?.name == "Bees")
        }
    }

    private static func refuses(_ name: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as GranaryError {
            try verify(error.code == .unsupported, "\(error)")
            try verify("\(error)".contains(name) && "\(error)".contains("CountingContext"), "\(error)")
            return
        }
        try verify(false, "\(name) was not refused")
    }

    /// What a program does with any context.
    private static func work(in context: any Context) throws {
        let team = Team(code: "A", name: "Ants")
        try context.insert(Player(name: "Ann", score: 3, team: team))
        try context.save()
        try verify(try context.first(Player.where { $0.team.name == "Ants" })?.team === team)
        try verify(try context.sum(Player.all) { $0.score } == 3)
        let groups = try context.grouped(Player.all, by: { $0.team.name }, { $0.count() }) {
            $0.sorted { $0.count().descending }.limit(1)
        }
        try verify(groups.map(\.values) == [1])
        try context.updateAll(Player.all) { $0.score.set(to: 4) }
        let child = context.makeChild(.child)
        try verify(try context.fetch(Player.where { $0.score == 4 }).count == 1)
        try verify(try child.count(Player.all) == 1)
    }
}
