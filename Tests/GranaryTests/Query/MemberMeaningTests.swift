import FoundationEssentials
import Foundation
import Granary
import Testing

/// Aggregates over the objects of a relationship to many, and the first of them.
@Suite struct MemberMeaningTests {
    let world: EvaluationWorld
    let team: WorldRow
    let anna: WorldRow
    let free: WorldRow
    let lonely: WorldRow

    init() throws {
        world = try EvaluationWorld()
        lonely = world.add("Team", ["id": .integer(9)])
        team = world.add("Team", ["id": .integer(1), "name": .text("Reds"), "league": .integer(9)])
        anna = world.add(
            "Player",
            [
                "id": .integer(1), "name": .text("Anna"), "score": .integer(5), "rating": .real(0.1),
                "team": .integer(1),
            ])
        world.add(
            "Player",
            ["id": .integer(2), "name": .text("Bo"), "rating": .real(0.2), "team": .integer(1)])
        world.add("Player", ["id": .integer(3), "score": .integer(.max), "team": .integer(1)])
        world.add("Player", ["id": .integer(4), "score": .integer(5), "team": .integer(1)])
        free = world.add("Player", ["id": .integer(5), "score": .integer(7)])
    }

    private func members(
        _ function: ExpressionTree.MemberFunction, _ value: ExpressionTree,
        where condition: ExpressionTree = true,
        _ terms: ExpressionTree..., path: [String] = []
    ) -> ExpressionTree {
        .ofMembers(function, path: path, relationship: "members", [value, condition] + terms)
    }

    private func value(_ tree: ExpressionTree, _ row: WorldRow? = nil) throws -> Value {
        try world.value(tree, on: row ?? team, of: "Team")
    }

    private let small = ExpressionTree.compare(.less, "score", 100)

    @Test func aggregatesLeaveNilOut() throws {
        #expect(try value(members(.sum, "score", where: small)) == .integer(10))
        #expect(try value(members(.average, "score", where: small)) == .real(5))
        #expect(try value(members(.minimum, "score")) == .integer(5))
        #expect(try value(members(.maximum, "score")) == .integer(.max))
        #expect(try value(members(.maximum, "name")) == .text("Bo"))
        #expect(try value(members(.sum, "rating")) == .real(0.1 + 0.2))
    }

    @Test func aggregatesOfNothing() throws {
        let nothing = ExpressionTree.compare(.equal, "id", 77)
        for (tree, row) in [(members(.sum, "score"), lonely), (members(.sum, "score", where: nothing), team)]
        {
            #expect(try value(tree, row) == .integer(0))
        }
        #expect(try value(members(.sum, "price"), lonely) == .decimal(0))
        #expect(try value(members(.average, "score"), lonely) == .null)
        #expect(try value(members(.minimum, "score"), lonely) == .null)
        #expect(try value(members(.first(descending: []), "id"), lonely) == .null)
    }

    @Test func aggregatesAlongPaths() throws {
        #expect(try world.value(members(.minimum, "id", path: ["team"]), on: anna) == .integer(1))
        #expect(try world.value(members(.sum, "id", path: ["team"]), on: free) == .integer(0))
        #expect(try world.value(members(.average, "id", path: ["team"]), on: free) == .null)
        #expect(try world.value(members(.first(descending: []), "id", path: ["team"]), on: free) == .null)
    }

    @Test func onlyTheResultOverflows() throws {
        let error = #expect(throws: GranaryError.self) { try value(members(.sum, "score")) }
        #expect(error?.code == .overflow)
        #expect(error?.context.entity == "Player")
        #expect(error?.context.properties == ["score"])
        let less = ExpressionTree.function(.number(.negated), ["score"])
        #expect(
            try value(.compare(.equal, members(.average, "score"), members(.average, less))) == .bool(false))
        let balanced = ExpressionTree.function(
            .choice(.choose), [.compare(.equal, "id", 1), .literal(.integer(-10)), "score"])
        #expect(try value(members(.sum, balanced)) == .integer(.max - 5))
    }

    @Test func whatCanFail() throws {
        func canFail(_ tree: ExpressionTree) throws -> Bool { try world.binder("Team").bind(tree).canFail }
        #expect(try canFail(members(.sum, "score")))
        #expect(try canFail(members(.average, "rating")))
        #expect(try !canFail(members(.average, "score")))
        #expect(try !canFail(members(.minimum, "rating")))
        #expect(try !canFail(members(.first(descending: [true]), "score", "name")))
        #expect(try canFail(members(.maximum, .arithmetic(.add, "score", 1))))
        #expect(
            try canFail(members(.first(descending: [true]), "name", .arithmetic(.add, "score", 1))))
    }

    @Test func theFirstInAnOrder() throws {
        #expect(try value(members(.first(descending: [true]), "id", "score")) == .integer(3))
        // nil comes first.
        #expect(try value(members(.first(descending: [false]), "name", "score")) == .text("Bo"))
        #expect(try value(members(.first(descending: [false]), "score", "name")) == .integer(.max))
        #expect(try value(members(.first(descending: [false]), "id", where: small, "score")) == .integer(1))
        #expect(try value(members(.first(descending: [true]), "id", where: small, "score")) == .integer(4))
        #expect(try value(members(.first(descending: []), "id")) == .integer(1))
        #expect(
            try value(members(.first(descending: [false, true]), "id", where: small, "score", "id"))
                == .integer(4))
        #expect(try value(members(.first(descending: []), "team.league.id")) == .integer(9))
        #expect(try value(members(.first(descending: []), small)) == .bool(true))
    }

    @Test func onlyTheFirstIsEvaluated() throws {
        // Fails for the largest score alone.
        let next = ExpressionTree.arithmetic(.add, "score", 1)
        #expect(try value(members(.first(descending: [false]), next, "id")) == .integer(6))
        #expect(throws: GranaryError.self) { try value(members(.first(descending: [true]), next, "score")) }
        for term in ["id", "name", "score"] as [ExpressionTree] {
            #expect(try value(members(.first(descending: [true]), next, where: small, term)) == .integer(6))
        }
    }

    @Test func mistakes() throws {
        func expectProblem(_ tree: ExpressionTree, _ fragment: String) throws {
            let error = #expect(throws: GranaryError.self) { try world.binder("Team").bind(tree) }
            #expect(error?.code == .query)
            #expect(error?.message.contains(fragment) == true, "\(error as Any)")
        }
        try expectProblem(members(.sum, "name"), "“name” is text and cannot be added up")
        try expectProblem(members(.minimum, "extra"), "structured value")
        try expectProblem(members(.first(descending: [true]), "id"), "does not take 2 operands")
        try expectProblem(members(.sum, "score", where: true, "id"), "does not take 3 operands")
        try expectProblem(members(.first(descending: [true]), "id", "extra"), "cannot be sorted by")
        try expectProblem(members(.sum, "scor"), "Did you mean “score”?")
        try expectProblem(members(.sum, "score", where: "score"), "where a condition is needed")
        try expectProblem(
            .ofMembers(.sum, path: [], relationship: "league", ["id", true]), "relationship to one")
        try expectProblem(
            .compare(.equal, members(.minimum, "name"), 1), "the minimum of “members” is text")
    }

    @Test func theyAreStoredAndRewritten() throws {
        let tree = ExpressionTree.and(
            .compare(.greater, members(.sum, "score", where: small, path: ["team"]), 1),
            .compare(.equal, members(.first(descending: [true, false]), "name", "id", "name"), .null))
        let coded = try JSONEncoder().encode(tree)
        #expect(try JSONDecoder().decode(ExpressionTree.self, from: coded) == tree)
        let moved = tree.prefixed(by: ["team"])
        #expect(moved.droppingPrefix(1) == tree)
        #expect(moved != tree)
        var deep = ExpressionTree.literal(.integer(1))
        for _ in 0..<199 { deep = members(.sum, deep) }
        let decoded = try JSONDecoder().decode(ExpressionTree.self, from: JSONEncoder().encode(deep))
        #expect(decoded == deep)
        var paths: [String] = []
        guard let entity = world.schema.entity("Player") else { return }
        members(.sum, "team.name", where: .isEmpty(path: ["tags"]), path: ["team"])
            .forEachPath(from: entity) { path, start in
                paths.append("\(start.name).\(path.joined(separator: "."))")
            }
        #expect(paths == ["Player.team.members", "Player.team", "Player.tags"])
    }
}
