import Granary
import GranaryMemory
import GranaryTestSupport
import Testing

/// Which way the store takes to the rows of a request, as `explain` says.
@Suite struct PlanTests {
    let desk: Desk

    init() throws {
        desk = try Desk()
        try desk.commit {
            try $0.insert("Team", ["id": .integer(1), "name": .text("t")])
            for id in 0..<2000 as Range<Int64> {
                try $0.insert(
                    "Player",
                    [
                        "id": .integer(id), "name": .text("name \(id % 100)"), "score": .integer(id % 50),
                        "email": .text("mail \(id)"), "active": .bool(id % 2 == 0),
                        "team": id % 4 == 0 ? .integer(1) : .null, "number": .integer(id),
                    ])
            }
        }
    }

    private func plan(
        _ predicate: ExpressionTree? = nil, sort: [SortTerm] = [], offset: Int = 0, limit: Int? = nil,
        selecting selection: FetchRequest.Selection = .all
    ) throws -> StorePlan {
        var request = try desk.request("Player", where: predicate)
        (request.sort, request.offset, request.limit, request.selection) = (sort, offset, limit, selection)
        return try desk.session.explain(request)
    }

    private func compare(_ comparison: ExpressionTree.Comparison, _ name: String, _ value: Value)
        -> ExpressionTree
    {
        .compare(comparison, .own(name), .literal(value))
    }

    @Test func withoutConditionsAllRowsAreReadInKeyOrder() throws {
        let plan = try plan()
        #expect(plan.scansAllRows && plan.index == nil && plan.residual.isEmpty)
        #expect(plan.statement.contains("2000"))
    }

    @Test func aConditionWithoutIndexIsCheckedOnEachRow() throws {
        let plan = try plan(compare(.equal, "rating", .real(1)))
        #expect(plan.scansAllRows && plan.index == nil)
        #expect(plan.pushedDown.contains("condition 1 of 1 checked on each row"))
    }

    @Test func equalityRangesListsAndPrefixesUseIndexes() throws {
        let served: [(ExpressionTree, String)] = [
            (compare(.equal, "id", .integer(5)), "Player(primary key)"),
            (.compare(.equal, .literal(.integer(5)), .own("score")), "Player(score)"),
            (compare(.less, "score", .integer(3)), "Player(score)"),
            (compare(.greaterOrEqual, "score", .integer(48)), "Player(score)"),
            (compare(.equal, "score", .null), "Player(score)"),
            (.isIn(.own("score"), [.integer(1), .integer(2)]), "Player(score)"),
            (.text(.hasPrefix, .own("name"), .literal(.text("name 1")), []), "Player(name)"),
            (compare(.equal, "email", .text("mail 7")), "Player(email)"),
            (.refers(path: ["team"], key: [.integer(1)]), "Player(team, number)"),
            (.holdsKey(path: [], keys: [.integer(1), .integer(2)]), "Player(primary key)"),
            (.and(.own("active"), compare(.equal, "name", .text("name 3"))), "Player(active, name)"),
        ]
        for (predicate, index) in served {
            let plan = try plan(predicate)
            #expect(plan.index == index && !plan.scansAllRows, "\(plan)")
            #expect(!plan.statement.contains("checked on each row"), "\(plan)")
        }
    }

    @Test func theIndexWithTheFewestRowsIsTaken() throws {
        let plan = try plan(
            .and(compare(.equal, "score", .integer(3)), compare(.equal, "email", .text("mail 3"))))
        #expect(plan.index == "Player(email)")
        #expect(plan.pushedDown.contains("condition 1 of 2 checked on each row"))
        #expect(plan.pushedDown.contains("condition 2 of 2 by Player(email)"))
    }

    @Test func anOrderIsServedByAnIndex() throws {
        let descending = try plan(sort: [SortTerm(.own("score"), isDescending: true)], limit: 10)
        #expect(descending.index == "Player(score)")
        #expect(descending.pushedDown.contains("order by Player(score), backwards"))
        let fixed = try plan(compare(.equal, "active", .bool(true)), sort: [SortTerm(.own("name"))], limit: 3)
        #expect(fixed.index == "Player(active, name)")
        #expect(!fixed.pushedDown.contains("order by sorting"))
        let mixed = try plan(sort: [SortTerm(.own("name"), isDescending: true), SortTerm(.own("score"))])
        #expect(mixed.pushedDown.contains("order by sorting"))
    }

    @Test func whatMayFailIsNotPassedOver() throws {
        let fails = ExpressionTree.compare(
            .equal, .arithmetic(.divide, .literal(.integer(1)), .own("score")), .literal(.integer(1)))
        let one = compare(.equal, "score", .integer(1))
        // The index may be asked only for what stands left of the condition that can fail.
        #expect(try plan(.and(fails, one)).scansAllRows)
        #expect(try plan(.and(one, fails)).index == "Player(score)")
        #expect(try desk.firsts("Player", where: .and(one, fails)).count == 40)
        expectError(.divisionByZero) { try desk.firsts("Player", where: .and(fails, one)) }
        var limited = try desk.request("Player", where: fails)
        limited.limit = 1
        limited.predicate = .or(compare(.equal, "score", .integer(1)), fails)
        // Row 0 fails although row 1 would be enough.
        expectError(.divisionByZero) { try desk.session.fetch(limited) }
        expectError(.divisionByZero) { try desk.session.count(limited) }
    }

    @Test func selections() throws {
        #expect(try plan(selecting: .keys([.integer(1), .integer(2)])).index == "Player(primary key)")
        #expect(
            try plan(selecting: .referring(relationship: "team", to: [.integer(1)])).index
                == "Player(team, number)")
        #expect(try plan(selecting: .referring(relationship: "mentor", to: [])).scansAllRows == false)
    }

    @Test func impossibleConditionsReadNothing() throws {
        let nothing: [ExpressionTree] = [
            .and(compare(.greater, "score", .integer(5)), compare(.less, "score", .integer(3))),
            .and(compare(.greater, "score", .integer(5)), compare(.lessOrEqual, "score", .integer(5))),
            compare(.less, "score", .null), .isIn(.own("score"), []), compare(.equal, "name", .null),
            .holdsKey(path: ["team"], keys: []),
        ]
        for predicate in nothing {
            #expect(try desk.firsts("Player", where: predicate).isEmpty)
            #expect(try desk.session.count(desk.request("Player", where: predicate)) == 0)
            #expect(try !plan(predicate).scansAllRows)
        }
    }

    @Test func mistakesAreErrorsBeforeAnyRow() throws {
        expectError(.query) { try desk.firsts("Player", where: .own("nothing")) }
        expectError(.query) { try plan(limit: -1) }
        expectError(.query) { try plan(sort: [SortTerm(.own("nothing"))]) }
        expectError(.query) { try plan(selecting: .referring(relationship: "tags", to: [])) }
        var request = try desk.request("Player")
        request.sort = [SortTerm(.own("nothing"))]
        expectError(.query) { try desk.session.count(request) }
    }
}
