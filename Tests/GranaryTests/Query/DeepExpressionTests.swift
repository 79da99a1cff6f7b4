import FoundationEssentials
import GranaryConformance
import Testing

@testable import Granary

/// Trees keep low as they are built and decoded.
@Suite(.timeLimit(.minutes(1))) struct DeepExpressionTests {
    private let leaf = ExpressionTree.attribute(path: [], name: "active")

    private func nested(_ levels: Int) -> ExpressionTree {
        (0..<levels).reduce(leaf) { tree, _ in .not(tree) }
    }

    @Test func aTreeThatIsTooHighIsNeitherDecodedNorEncoded() throws {
        let allowed = nested(ExpressionTree.highest - 1)
        #expect(allowed.height == ExpressionTree.highest)
        let decoded = try JSONDecoder().decode(ExpressionTree.self, from: JSONEncoder().encode(allowed))
        #expect(decoded == allowed)
        let levels = ExpressionTree.highest + 10
        let coded = try JSONEncoder().encode(leaf)
        let text =
            String(repeating: #"{"not":{"_0":"#, count: levels) + String(decoding: coded, as: UTF8.self)
            + String(repeating: "}}", count: levels)
        #expect(throws: GranaryError.self) {
            try JSONDecoder().decode(ExpressionTree.self, from: Data(text.utf8))
        }
        // Foundation's encoder counts levels of its own, and may refuse it first.
        #expect(throws: (any Error).self) { try JSONEncoder().encode(nested(levels + 20)) }
    }

    @Test func theCodingIsThatOfCasesAndLabels() throws {
        let tree = ExpressionTree.and(
            .compare(.less, leaf, .literal(.integer(5))),
            .quantified(.any, path: ["team"], relationship: "players", .isEmpty(path: ["team"])))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(tree), as: UTF8.self)
        #expect(
            text.hasPrefix(
                #"{"and":{"_0":{"compare":{"_0":"less","_1":{"attribute":{"name":"active","path":[]}},"#))
        #expect(
            text.hasSuffix(
                #""_1":{"quantified":{"_0":"any","_3":{"isEmpty":{"path":["team"]}},"path":["team"],"relationship":"players"}}}}"#
            ))
        #expect(try JSONDecoder().decode(ExpressionTree.self, from: Data(text.utf8)) == tree)
    }

    @Test(arguments: 0..<4) func chainsStayLowHoweverTheyAreJoined(way: Int) throws {
        let query = Player.where { player in
            (1...3_000).reduce(player.score == 0) { chain, number in
                let (first, second) = (player.score == number, player.name == "x")
                return switch way {
                case 0: (first || second) || chain
                case 1: first || chain || second
                case 2: chain || (first || second || first)
                default: number % 3 == 0 ? first || chain : chain || (second || first)
                }
            }
        }
        let tree = try #require(query.predicate)
        #expect(query.problem == nil && tree.height <= ExpressionTree.highest)
        let parts = [6_001, 6_001, 9_001, 1 + 1_000 + 4_000][way]
        #expect(tree.disjuncts.count == parts)
    }

    @Test func repeatedConditionsOfAnyLengthStayLow() throws {
        var query = Player.all
        for number in 0..<5_000 {
            query = query.where {
                number % 2 == 0 ? $0.score != number : $0.score != number && $0.name != "x"
            }
        }
        let tree = try #require(query.predicate)
        #expect(tree.height <= ExpressionTree.highest && tree.conjuncts.count == 7_500)
    }

    @Test func whatIsNestedTooDeeplyIsAFaultOfTheQuery() {
        let deep = Player.where { player in (0..<50_000).reduce(player.score == 0) { inner, _ in !inner } }
        #expect(deep.problem?.code == .query && deep.predicate == .literal(.null))
        let both = deep.where { $0.score == 1 }
        #expect(both.problem?.code == .query)
        #expect(Query<Player>(predicate: nested(3_000)).problem?.code == .query)
        #expect(Query<Player>(predicate: nested(100_000)).problem?.code == .query)
        var sorted = Player.all
        sorted.sort = [SortTerm(nested(100_000))]
        #expect(sorted.problem?.code == .query)
    }
}
