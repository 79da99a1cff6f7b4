import Foundation
import Granary
import GranaryTestSupport
import Testing

/// Which way the store takes to the rows of a request, as `explain` says.
@Suite struct PlanTests {
    let desk: Desk

    init() throws {
        desk = try Desk()
        let entity = try desk.entity("Player")
        var changes = ChangeSet()
        changes.inserts = [
            InsertBatch(
                entity: try desk.entity("Team"),
                rows: [Record(of: try desk.entity("Team"), ["id": .integer(1), "name": .text("t")])]),
            InsertBatch(
                entity: entity,
                rows: (0..<2000 as Range<Int64>).map { id in
                    Record(
                        of: entity,
                        [
                            "id": .integer(id), "name": .text("name \(id % 100)"), "score": .integer(id % 5),
                            "email": .text("mail \(id)"), "active": .bool(id % 2 == 0),
                            "rating": .real(Double(id % 7)), "team": id % 4 == 0 ? .integer(1) : .null,
                        ])
                }),
        ]
        _ = try desk.session.commit(changes)
    }

    private func request(
        _ predicate: ExpressionTree? = nil, sort: [SortTerm] = [], limit: Int? = nil
    ) throws -> FetchRequest {
        var request = FetchRequest(entity: try desk.entity("Player"))
        (request.predicate, request.sort, request.limit) = (predicate, sort, limit)
        return request
    }

    private func plan(
        _ predicate: ExpressionTree? = nil, sort: [SortTerm] = [], limit: Int? = nil
    ) throws -> StorePlan {
        try desk.session.explain(request(predicate, sort: sort, limit: limit))
    }

    private func own(_ name: String) -> ExpressionTree { .attribute(path: [], name: name) }

    private func compare(
        _ comparison: ExpressionTree.Comparison, _ name: String, _ value: Value
    ) -> ExpressionTree { .compare(comparison, own(name), .literal(value)) }

    @Test func withoutConditionsAllRowsAreReadInKeyOrder() throws {
        let plan = try plan()
        #expect(plan.scansAllRows && plan.index == nil && plan.residual.isEmpty)
    }

    @Test func aPathThatAnswersEverythingIsTakenWithoutReadingForAnEstimate() throws {
        let watched = try WatchedStore(desk)
        defer { try? watched.close() }
        let predicate = ExpressionTree.compare(.greater, own("rating"), .literal(.real(2)))
        // The condition on the name could be answered by its index, so paths are weighed.
        let weighed = ExpressionTree.and(predicate, compare(.equal, "name", .text("name 5")))
        func steps(_ predicate: ExpressionTree) throws -> Int {
            let request = try request(predicate, sort: [SortTerm(own("rating"))], limit: 1)
            watched.engine.watch(nil)
            #expect(try watched.session.fetch(request).cursor.advance())
            return watched.engine.counts.steps
        }
        let (alone, both) = (try steps(predicate), try steps(weighed))
        #expect(alone <= 4 && both > 20, "\(alone) and \(both) steps")
    }

    @Test func equalityRangesListsAndPrefixesUseIndexes() throws {
        let served: [(ExpressionTree, String)] = [
            (compare(.equal, "id", .integer(5)), "Player(primary key)"),
            (compare(.less, "id", .integer(5)), "Player(primary key)"),
            (compare(.equal, "name", .text("name 5")), "Player(name)"),
            (compare(.greaterOrEqual, "rating", .real(6.5)), "Player(rating)"),
            (.isIn(own("name"), [.text("name 1"), .text("name 2")]), "Player(name)"),
            (.text(.hasPrefix, own("email"), .literal(.text("mail 19")), []), "Player(email)"),
            (compare(.equal, "email", .text("mail 7")), "Player(email)"),
            (.refers(path: ["team"], key: [.integer(2)]), "Player(team)"),
            (
                .holdsKey(path: [], keys: [[.integer(1)], [.integer(2)]].compactMap { ObjectKey($0) }),
                "Player(primary key)"
            ),
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
    }

    @Test func largeIndexesAreIntersected() throws {
        let predicate = ExpressionTree.and(
            compare(.equal, "score", .integer(3)),
            .and(compare(.equal, "rating", .real(2)), compare(.equal, "active", .bool(true))))
        let plan = try plan(predicate)
        #expect(plan.index == "Player(score) ∩ Player(rating) ∩ Player(active)", "\(plan)")
        #expect(!plan.statement.contains("checked on each row") && !plan.scansAllRows)
        let expected = (0..<2000 as Range<Int64>).filter { $0 % 5 == 3 && $0 % 7 == 2 && $0 % 2 == 0 }
        #expect(try desk.rows(request(predicate)).map { $0[0] } == expected.map { .integer($0) })
        #expect(try desk.session.count(request(predicate)) == expected.count)
        let descending = [SortTerm(own("id"), isDescending: true)]
        let few = try desk.rows(request(predicate, sort: descending, limit: 3)).map { $0[0] }
        #expect(few == expected.reversed().prefix(3).map { .integer($0) })
    }

    @Test func dataThatIsTheBeginningOfOtherDataIsNotMistakenForIt() throws {
        let thing = ModelDescription(
            name: "Thing",
            attributes: [
                AttributeDescription("id", .integer), AttributeDescription("a", .data, isIndexed: true),
                AttributeDescription("b", .data, isIndexed: true),
            ], key: ["id"])
        let desk = try Desk(Schema("Things", descriptions: [(thing, nil)]))
        let entity = try desk.entity("Thing")
        func row(_ id: Int64, _ a: [UInt8], _ b: [UInt8]) -> Record {
            Record(of: entity, ["id": .integer(id), "a": .data(Data(a)), "b": .data(Data(b))])
        }
        var changes = ChangeSet()
        changes.inserts = [
            InsertBatch(
                entity: entity,
                rows: (1...200).map { row($0, [1], [2]) }
                    + [row(300, [1, 0], [2, 0]), row(301, [1], [2, 0]), row(302, [1, 0], [2])])
        ]
        _ = try desk.session.commit(changes)
        var request = FetchRequest(entity: entity)
        request.predicate = .and(
            compare(.equal, "a", .data(Data([1]))), compare(.equal, "b", .data(Data([2]))))
        #expect(try desk.session.explain(request).index == "Thing(a) ∩ Thing(b)")
        #expect(try desk.rows(request).map { $0[0] } == (1...200).map { .integer($0) })
        #expect(try desk.session.count(request) == 200)
    }

    @Test func uniqueValuesWithNullAreNotTakenForOneRow() throws {
        let seat = ModelDescription(
            name: "Seat",
            attributes: [
                AttributeDescription("id", .integer),
                AttributeDescription("hall", .integer, isOptional: true),
                AttributeDescription("number", .integer, isOptional: true),
                AttributeDescription("color", .integer, isIndexed: true),
            ], key: ["id"], uniques: [["hall", "number"]])
        let desk = try Desk(Schema("Seats", descriptions: [(seat, nil)]))
        let entity = try desk.entity("Seat")
        var changes = ChangeSet()
        changes.inserts = [
            InsertBatch(
                entity: entity,
                rows: (0..<2_000).map { id in
                    Record(
                        of: entity,
                        [
                            "id": .integer(id), "hall": id < 1_000 ? .null : .integer(5),
                            "number": id < 1_000 ? .integer(7) : .integer(id), "color": .integer(id / 2),
                        ])
                })
        ]
        _ = try desk.session.commit(changes)
        func plan(_ hall: Value, _ number: Int64, _ color: Int64) throws -> (StorePlan, [[Value]]) {
            var request = FetchRequest(entity: entity)
            request.predicate = .and(
                compare(.equal, "color", .integer(color)),
                .and(compare(.equal, "hall", hall), compare(.equal, "number", .integer(number))))
            return (try desk.session.explain(request), try desk.rows(request))
        }
        let many = try plan(.null, 7, 20)
        #expect(many.0.index == "Seat(color)" && many.1.map { $0[0] } == [.integer(40), .integer(41)])
        // 5 is the last byte of the key, and the tag of null.
        let one = try plan(.integer(5), 1_285, 642)
        #expect(one.0.index == "Seat(hall, number)" && one.1.map { $0[0] } == [.integer(1_285)])
    }

    @Test func anOrderIsServedByAnIndex() throws {
        let descending = try plan(sort: [SortTerm(own("rating"), isDescending: true)], limit: 10)
        #expect(descending.index == "Player(rating)")
        #expect(descending.pushedDown.contains("order by Player(rating), backwards"))
        let rows = try desk.rows(request(sort: [SortTerm(own("rating"), isDescending: true)], limit: 2))
        #expect(rows.map { $0[0] } == [.integer(1994), .integer(1987)])
        let mixed = try plan(sort: [SortTerm(own("name"), isDescending: true), SortTerm(own("score"))])
        #expect(mixed.pushedDown.contains("order by sorting"))
    }

    @Test func impossibleConditionsReadNothing() throws {
        let nothing: [ExpressionTree] = [
            .and(compare(.greater, "score", .integer(5)), compare(.less, "score", .integer(3))),
            .and(compare(.greater, "score", .integer(5)), compare(.lessOrEqual, "score", .integer(5))),
            compare(.less, "score", .null), .isIn(own("score"), []), compare(.equal, "name", .null),
        ]
        for predicate in nothing {
            #expect(try desk.rows(request(predicate)).isEmpty)
            #expect(try desk.session.count(request(predicate)) == 0)
            #expect(try !plan(predicate).scansAllRows)
        }
    }

    @Test func aCursorOfAnEndedSnapshotHoldsNothing() throws {
        let cursor = try desk.session.fetch(request()).cursor
        #expect(try cursor.advance())
        try desk.session.refresh()
        #expect(cursor.isNull(at: 0) && failure { _ = try cursor.integer(at: 0) }?.code == .malformed)
        #expect(try !cursor.advance())
        cursor.close()
    }

    @Test func mostOfATableIsReadInItsOrderAndFewRowsByTheIndex() throws {
        let (teams, players) = (try desk.entity("Team"), try desk.entity("Player"))
        var changes = ChangeSet()
        changes.inserts = [
            InsertBatch(
                entity: teams,
                rows: (10..<60).map { Record(of: teams, ["id": .integer($0), "name": .text("t\($0)")]) }),
            InsertBatch(
                entity: players,
                rows: (10_000..<13_000 as Range<Int64>).map { id in
                    Record(
                        of: players,
                        ["id": .integer(id), "name": .text("n"), "team": .integer(10 + id % 50)])
                }),
        ]
        #expect(try desk.session.commit(changes).conflicts.isEmpty)
        for (range, isScan) in [(10..<60, true), (10..<20, false), (10..<17, false)] as [(Range<Int64>, Bool)]
        {
            var request = try request()
            request.selection = .referring(relationship: "team", to: range.map { .integer($0) })
            #expect(try desk.session.explain(request).scansAllRows == isScan, "\(range)")
            let found = try desk.rows(request).map { $0[0] }
            let wanted = (10_000..<13_000).filter { range.contains(10 + $0 % 50) }.map { Value.integer($0) }
            #expect(Set(found) == Set(wanted) && found.count == wanted.count, "\(range)")
            #expect(try desk.session.count(request) == wanted.count, "\(range)")
            request.sort = [SortTerm(own("id"), isDescending: true)]
            (request.offset, request.limit) = (3, 100)
            #expect(
                try desk.rows(request).map { $0[0] } == wanted.reversed()[3..<103].map(\.self), "\(range)")
        }
    }
}
