import Granary
import GranaryTestSupport
import Testing

/// Queries see what their context has changed and not saved.
@Suite(.timeLimit(.minutes(1))) struct UnsavedChangeTests {
    @Test(arguments: [false, true]) func unsavedChangesCountInQueries(split: Bool) async throws {
        let stack = try makeStack(split: split)
        try await stack.perform { context in
            let team = Team(code: "A", name: "Ants")
            for score in 1...5 { try context.insert(Player(name: "P\(score)", score: score, team: team)) }
            try context.save()
            let third = try required(try context.first(Player.where { $0.score == 3 }))
            third.score = 30
            try context.insert(Player(name: "P6", score: 6, team: team))
            try context.delete(try required(try context.first(Player.where { $0.score == 5 })))
            let names = try context.fetch(
                Player.where { $0.score > 1 }.sorted { $0.score.descending }.limit(3)
            ).map(\.name)
            try verify(names == ["P3", "P6", "P4"])
            try verify(try context.count(Player.all) == 5)
            try verify(team.players.map(\.name).sorted() == ["P1", "P2", "P3", "P4", "P6"])
            team.name = "Bees"
            try verify(try context.count(Player.where { $0.team.name == "Bees" }) == 5)
            try verify(try context.sum(Player.all, of: { $0.score }) == 1 + 2 + 30 + 4 + 6)
            context.rollback()
            try verify(third.score == 3)
            try verify(try context.count(Player.where { $0.team.name == "Ants" }) == 5)
            try verify(team.players.count == 5)
        }
    }
}
