import Foundation
import GranaryTestSupport
import Testing

@testable import Granary

/// Other queries in expressions: how they are checked, stored and walked.
@Suite struct SubqueryTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    private func query(_ result: Subquery.Result, of model: String = "Player") -> Subquery {
        var query = Subquery(model: model, result)
        query.predicate = .compare(.greater, "score", 3)
        query.sort = [SortTerm("nick", isDescending: true)]
        query.limit = 2
        return query
    }

    private func problem(_ tree: ExpressionTree) -> String? {
        do {
            _ = try world.binder().bind(tree)
            return nil
        } catch { return (error as? GranaryError)?.message }
    }

    @Test func everyFormIsEncodedAndDecoded() throws {
        let trees: [ExpressionTree] = [
            .subquery(query(.values("name")), "nick"), .subquery(query(.existence), nil),
            .subquery(query(.aggregate(.average("score"))), nil), .not(.subquery(query(.objects), nil)),
            .subquery(query(.values(.subquery(query(.aggregate(.count)), nil))), "score"),
        ]
        for tree in trees {
            let decoded = try JSONDecoder().decode(ExpressionTree.self, from: JSONEncoder().encode(tree))
            #expect(decoded == tree)
        }
    }

    @Test func kindsAreThoseOfTheResults() throws {
        func kind(_ tree: ExpressionTree) throws -> ExpressionKind { try world.binder().bind(tree).kind }
        #expect(try kind(.subquery(query(.values("name")), "nick")) == .value(.bool))
        #expect(try kind(.subquery(query(.existence), nil)) == .value(.bool))
        #expect(try kind(.subquery(query(.objects), nil)) == .value(.bool))
        #expect(try kind(.subquery(query(.aggregate(.count)), nil)) == .value(.integer))
        #expect(try kind(.subquery(query(.aggregate(.average("score"))), nil)) == .value(.real))
        #expect(try kind(.subquery(query(.aggregate(.maximum("born"))), nil)) == .value(.date))
        let calculated = ExpressionTree.compare(.less, .aggregate(.sum("score")), .aggregate(.count))
        #expect(try kind(.subquery(query(.aggregate(.calculated(calculated))), nil)) == .value(.bool))
    }

    @Test func mistakesAreFound() {
        #expect(problem(.subquery(query(.existence, of: "Plant"), nil))?.contains("Plant") == true)
        #expect(problem(.subquery(query(.existence, of: "Tag"), nil)) != nil)
        #expect(problem(.subquery(query(.values("name")), nil)) != nil)
        #expect(problem(.subquery(query(.values("name")), "score")) != nil)
        #expect(problem(.subquery(query(.existence), "score")) != nil)
        #expect(problem(.subquery(query(.values("height")), "score")) != nil)
        #expect(problem(.subquery(query(.aggregate(.sum("name"))), nil)) != nil)
        #expect(problem(.subquery(query(.aggregate(.group(0))), nil)) != nil)
        #expect(problem(.subquery(Subquery(model: "Team", .objects), nil)) != nil)
        var negative = query(.existence)
        negative.offset = -1
        #expect(problem(.subquery(negative, nil)) != nil)
    }

    @Test func anExpressionWithAnotherQueryIsNotEvaluatedByItself() throws {
        let bound = try world.binder().bindCondition(.subquery(query(.existence), nil))
        let row = world.add("Player", ["id": .integer(1)])
        expectError(.query) { try bound.holds(row, in: world) }
    }

    @Test func partsAreReplacedInTheirOrder() {
        let tree = ExpressionTree.subquery(query(.values("name")), "nick")
        #expect(tree.parts.count == 4)
        for position in tree.parts.indices {
            let changed = tree.replacingPart(at: position, with: 7)
            var expected = tree.parts
            expected[position] = 7
            #expect(changed.parts == expected)
        }
    }

    @Test func pathsOfAnotherQueryStayAsTheyAre() {
        var inner = Subquery(model: "Player", .values(.attribute(path: ["team"], name: "id")))
        inner.predicate = "active"
        let tree = ExpressionTree.subquery(inner, "id")
        #expect(tree.prefixed(by: ["team"]) == .subquery(inner, .attribute(path: ["team"], name: "id")))
    }

    @Test func theMomentOfTheRequestIsSetInside() {
        var inner = Subquery(model: "Player", .existence)
        inner.predicate = .compare(.less, "born", .function(.date(.now), []))
        let tree = ExpressionTree.subquery(inner, nil)
        #expect(tree.asksForNow)
        #expect(!tree.settingNow(to: .date(0)).asksForNow)
    }

    @Test func anOuterObjectIsTheNearestOfItsModel() throws {
        let team = world.add("Team", ["id": .integer(1), "name": .text("ab")])
        world.add("Player", ["id": .integer(1), "score": .integer(7), "team": .integer(1)])
        world.add("Tag", ["label": .text("x"), "size": .integer(7)])
        world.tag(1, "x")
        let entity = try world.binder("Team").entity
        func holds(_ tag: ExpressionTree) throws -> Bool {
            let player = ExpressionTree.quantified(.any, path: [], relationship: "tags", tag)
            let tree = ExpressionTree.quantified(.any, path: [], relationship: "members", player)
            let found = try world.holds(tree, on: team, of: "Team")
            #expect(try NaiveEvaluator(world: world).holds(tree, (team, entity)) == found)
            let decoded = try JSONDecoder().decode(ExpressionTree.self, from: JSONEncoder().encode(tree))
            #expect(decoded == tree)
            return found
        }
        #expect(try holds(.compare(.equal, "size", .outer("Player", "score"))))
        #expect(try holds(.compare(.greater, "size", .outer("Team", "id"))))
        #expect(try !holds(.compare(.equal, "size", .outer("Player", .outer("Team", "id")))))
        #expect(try holds(.compare(.equal, .outer("Team", "name"), .outer("Player", "team.name"))))
        var paths: [String] = []
        let tree = ExpressionTree.quantified(
            .any, path: [], relationship: "tags", .compare(.equal, "size", .outer("Player", "team.id")))
        tree.forEachPath(from: try world.binder().entity) { path, start in
            paths.append("\(start.name) \(path.joined(separator: "."))")
        }
        #expect(paths == ["Player tags", "Tag ", "Player team"])
    }

    @Test func anOuterObjectThatIsNotThereIsRefused() {
        #expect(problem(.outer("Player", "score")) != nil)
        #expect(
            problem(.quantified(.any, path: [], relationship: "tags", .outer("Team", "id")))?
                .contains("Team") == true)
        var inner = Subquery(model: "Tag", .existence)
        inner.predicate = .compare(.equal, "size", .outer("Tag", "size"))
        #expect(problem(.subquery(inner, nil)) != nil)
    }

    @Test func queriesThatAreNestedTooDeeplyAreRefused() {
        func nested(_ depth: Int) -> Query<Nest> {
            (0..<depth).reduce(Nest.all) { query, _ in
                Nest.where { $0.id.isIn(query.values { $0.id }) }
            }
        }
        #expect(nested(50).problem == nil)
        #expect(nested(500).problem?.code == .query)
    }
}

@Model private final class Nest { var id: Int }
