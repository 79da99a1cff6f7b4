import Granary
import Testing

/// DESIGN §4, “relationships”.
@Suite struct RelationshipMeaningTests {
    let world: EvaluationWorld
    let anna: WorldRow
    let free: WorldRow
    let lost: WorldRow
    let team: WorldRow
    let lonely: WorldRow

    init() throws {
        world = try EvaluationWorld()
        lonely = world.add("Team", ["id": .integer(9), "name": .text("Empty")])
        team = world.add("Team", ["id": .integer(1), "name": .text("Reds"), "league": .integer(9)])
        anna = world.add("Player", ["id": .integer(1), "score": .integer(5), "team": .integer(1)])
        world.add("Player", ["id": .integer(2), "team": .integer(1)])
        free = world.add("Player", ["id": .integer(3), "score": .integer(7)])
        lost = world.add("Player", ["id": .integer(4), "team": .integer(77)])
        world.add("Tag", ["label": .text("big"), "size": .integer(10)])
        world.add("Tag", ["label": .text("small"), "size": .integer(1)])
        world.tag(1, "big")
        world.tag(1, "small")
        world.tag(3, "small")
    }

    @Test func aPathThroughNilIsNil() throws {
        #expect(try world.value("team.name", on: anna) == .text("Reds"))
        #expect(try world.value("team.league.name", on: anna) == .text("Empty"))
        #expect(try world.value("team.league.league.name", on: anna) == .null)
        #expect(try world.value("team.name", on: free) == .null)
        #expect(try world.value("team.name", on: lost) == .null)
        #expect(try world.holds(.compare(.notEqual, "team.name", .text("Reds")), on: free))
    }

    @Test func emptyAndDanglingAreTheSame() throws {
        #expect(try !world.holds(.isEmpty(path: ["team"]), on: anna))
        #expect(try world.holds(.isEmpty(path: ["team"]), on: free))
        #expect(try world.holds(.isEmpty(path: ["team"]), on: lost))
        #expect(try world.holds(.isEmpty(path: ["team", "league"]), on: free))
    }

    @Test func refersNeedsTheObject() throws {
        #expect(try world.holds(.refers(path: ["team"], key: [.integer(1)]), on: anna))
        #expect(try !world.holds(.refers(path: ["team"], key: [.integer(2)]), on: anna))
        #expect(try !world.holds(.refers(path: ["team"], key: [.integer(1)]), on: free))
        #expect(try !world.holds(.refers(path: ["team"], key: [.integer(77)]), on: lost))
        #expect(try world.holds(.refers(path: ["team", "league"], key: [.integer(9)]), on: anna))
        #expect(try world.holds(.refers(path: [], key: [.integer(1)]), on: anna))
        #expect(try !world.holds(.refers(path: [], key: [.integer(2)]), on: anna))
    }

    @Test func keyListsNeedNoObject() throws {
        let keys: [ObjectKey] = [.integer(77), .integer(1)]
        #expect(try world.holds(.holdsKey(path: ["team"], keys: keys), on: anna))
        #expect(try world.holds(.holdsKey(path: ["team"], keys: keys), on: lost))
        #expect(try !world.holds(.holdsKey(path: ["team"], keys: keys), on: free))
        #expect(try world.holds(.holdsKey(path: [], keys: keys), on: anna))
        #expect(try !world.holds(.holdsKey(path: [], keys: []), on: anna))
        #expect(try world.holds(.holdsKey(path: ["team", "league"], keys: [.integer(9)]), on: anna))
    }

    @Test func quantifiersOverMembers() throws {
        let scores = ExpressionTree.compare(.greater, "score", 4)
        let known = ExpressionTree.compare(.notEqual, "score", .null)
        func holds(_ quantifier: ExpressionTree.Quantifier, _ condition: ExpressionTree, _ row: WorldRow)
            throws -> Bool
        {
            try world.holds(
                .quantified(quantifier, path: [], relationship: "members", condition), on: row, of: "Team")
        }
        #expect(try holds(.any, scores, team))
        #expect(try !holds(.all, scores, team))
        #expect(try !holds(.none, scores, team))
        #expect(try holds(.none, .compare(.greater, "score", 5), team))
        #expect(try holds(.all, .or(known, .not(known)), team))
        #expect(try !holds(.any, true, lonely))
        #expect(try holds(.all, false, lonely))
        #expect(try holds(.none, true, lonely))
    }

    @Test func countsAndPairs() throws {
        #expect(
            try world.value(.countOf(path: [], relationship: "members", nil), on: team, of: "Team")
                == .integer(2))
        #expect(
            try world.value(
                .countOf(path: [], relationship: "members", .compare(.equal, "score", 5)), on: team,
                of: "Team")
                == .integer(1))
        #expect(
            try world.value(.countOf(path: ["team"], relationship: "members", nil), on: anna) == .integer(2))
        #expect(
            try world.value(.countOf(path: ["team"], relationship: "members", nil), on: free) == .integer(0))
        #expect(try world.value(.countOf(path: [], relationship: "tags", nil), on: anna) == .integer(2))
        #expect(
            try world.holds(
                .quantified(.any, path: [], relationship: "tags", .compare(.greater, "size", 5)), on: anna))
        #expect(
            try !world.holds(
                .quantified(.any, path: [], relationship: "tags", .compare(.greater, "size", 5)), on: free))
    }

    @Test func quantifiersThroughAnEmptyPath() throws {
        func holds(_ quantifier: ExpressionTree.Quantifier) throws -> Bool {
            try world.holds(.quantified(quantifier, path: ["team"], relationship: "members", true), on: free)
        }
        #expect(try !holds(.any))
        #expect(try holds(.all))
        #expect(try holds(.none))
    }

    @Test func compoundKeysAreComparedPartByPart() throws {
        let first = world.add("Match", ["day": .date(0), "number": .integer(1)])
        let second = world.add(
            "Match",
            ["day": .date(0), "number": .integer(2), "rematch.0": .date(0), "rematch.1": .integer(1)])
        let key: [Value] = [.date(0), .integer(1)]
        #expect(try world.holds(.refers(path: ["rematch"], key: key), on: second, of: "Match"))
        #expect(
            try !world.holds(
                .refers(path: ["rematch"], key: [.date(0), .integer(2)]), on: second, of: "Match"))
        #expect(try world.holds(.refers(path: [], key: key), on: first, of: "Match"))
        #expect(
            try world.holds(.holdsKey(path: ["rematch"], keys: [.compound(key)]), on: second, of: "Match"))
        #expect(try world.value("rematch.number", on: second, of: "Match") == .integer(1))
    }
}
