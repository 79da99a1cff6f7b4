import FoundationEssentials
import Granary
import GranaryConformance
import Testing

/// Conditions that a program builds one by one, in any number, keep within the stack of a worker.
@Suite(.timeLimit(.minutes(2))) struct LongChainTests {
    private static let length = 100_000

    private static func chain(appending: Bool) -> Query<Player> {
        Player.where { player in
            (1...length).reduce(player.score == 0) { chain, number in
                appending ? chain || player.score == number : player.score == number || chain
            }
        }
    }

    @Test(arguments: [true, false]) func manyAlternativesAreAnswered(appending: Bool) async throws {
        let stack = try makeStack()
        let found = try await stack.perform { context in
            for number in [5, Self.length, Self.length + 1] {
                try context.insert(Player(id: number, name: "P", score: number))
            }
            try context.save()
            return try context.fetch(Self.chain(appending: appending)).map(\.id)
        }
        #expect(found == [5, Self.length])
        try await stack.close()
    }

    @Test func manyConditionsAreAnswered() async throws {
        let stack = try makeStack()
        let found = try await stack.perform { context in
            for number in 1...3 { try context.insert(Player(id: number, name: "P", score: number)) }
            try context.save()
            var query = Player.all
            for number in 3...Self.length { query = query.where { $0.score != number } }
            return try context.fetch(query).map(\.id)
        }
        #expect(found == [1, 2])
        try await stack.close()
    }

    @Test func aListOfAMillionKeysIsAnswered() async throws {
        let stack = try makeStack()
        let found = try await stack.perform { context in
            for number in [0, 7, 999_999, 1_000_000] {
                try context.insert(Player(id: number, name: "P", score: number))
            }
            try context.save()
            let wanted = Player.where { $0.id.isIn(1..<1_000_000) && $0.score.isIn(0..<1_000_000) }
            return try context.fetch(wanted).map(\.id)
        }
        #expect(found == [7, 999_999])
        try await stack.close()
    }

    @Test(arguments: [true, false]) func theOrderStays(appending: Bool) throws {
        let tree = try #require(Self.chain(appending: appending).predicate)
        let numbers = tree.disjuncts.compactMap { part -> Int64? in
            if case .compare(.equal, _, .literal(.integer(let number))) = part { number } else { nil }
        }
        let expected = Array(0...Int64(Self.length))
        #expect(numbers == (appending ? expected : Array(expected.dropFirst().reversed()) + [0]))
    }

    @Test func aLongChainSurvivesItsCoding() throws {
        let query = Player.where { player in
            (1...2_000).reduce(player.score == 0) { $0 || player.score == $1 && player.name != "x" }
        }
        let tree = try #require(query.predicate)
        let decoded = try JSONDecoder().decode(ExpressionTree.self, from: JSONEncoder().encode(tree))
        #expect(decoded == tree)
        #expect(decoded.disjuncts.count == 2_001)
    }
}
