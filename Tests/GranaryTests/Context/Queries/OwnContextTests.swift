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
            calls == ["insert", "save", "fetch", "aggregate", "aggregate", "updateAll", "makeChild", "fetch"])
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
