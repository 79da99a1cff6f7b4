import Granary
import GranaryTestSupport
import Testing

/// Relationships of many objects load together.
@Suite(.timeLimit(.minutes(1))) struct BatchLoadTests {
    @Test(arguments: [false, true]) func relationshipsLoadInBatches(split: Bool) async throws {
        let stack = try makeStack(split: split)
        try await stack.perform { context in
            for number in 0..<20 {
                let team = Team(code: "T\(number)", name: "Team \(number)")
                for index in 0..<3 {
                    try context.insert(Player(name: "P\(index)", score: number, team: team))
                }
            }
            try context.save()
        }
        let requests = try await stack.perform { context in
            var count = 0
            for player in try context.fetch(Player.all) where player.team != nil { count += 1 }
            try verify(count == 60)
            return context.statistics.storeRequests
        }
        #expect(requests == 2)
        let walk = try await stack.perform { context in
            let sizes = try context.fetch(Team.all).map { $0.players.count }
            try verify(sizes == Array(repeating: 3, count: 20))
            return context.statistics.storeRequests
        }
        #expect(walk == 2)
    }
}
