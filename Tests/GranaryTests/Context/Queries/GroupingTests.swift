import Granary
import GranaryTestSupport
import Testing

/// Groups and aggregates over relationships, also across stores.
@Suite(.timeLimit(.minutes(1))) struct GroupingTests {
    @Test func groupsAndAggregates() async throws {
        let stack = try makeStack(split: true)
        try await stack.perform { context in
            for (code, scores) in [("A", [1, 2]), ("B", [10])] {
                let team = Team(code: code, name: code)
                for score in scores { try context.insert(Player(name: "x", score: score, team: team)) }
            }
            try context.save()
            let groups = try context.grouped(Player.all, by: { $0.team.name }) {
                ($0.score.sum, $0.score.average, $0.count())
            }
            try verify(groups.map(\.group) == ["A", "B"])
            try verify(groups.map(\.values.0) == [3, 10])
            try verify(groups.map(\.values.1) == [1.5, 10])
            try verify(groups.map(\.values.2) == [2, 1])
            try verify(try context.distinct(Player.all) { $0.name } == ["x"])
        }
    }
}
