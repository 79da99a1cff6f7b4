import Granary
import GranaryTestSupport
import Testing

/// What aggregates give: sums that only overflow at the end, correctly rounded means, ordered groups.
@Suite struct AggregateMeaningTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    private func request(_ columns: [AggregateRequest.Column], by groups: [ExpressionTree] = []) throws
        -> AggregateRequest
    {
        var request = AggregateRequest(rows: FetchRequest(entity: try world.binder().entity))
        request.columns = columns
        request.groups = groups
        return request
    }

    private func results(_ request: AggregateRequest, _ rows: [[String: Value]]) throws -> [[Value]] {
        var evaluator = try AggregateEvaluator(request, world.binder())
        for (index, named) in rows.enumerated().shuffled() {
            try evaluator.add(
                world.add("Player", named.merging(["id": .integer(Int64(index))]) { $1 }), in: world)
        }
        return try evaluator.results()
    }

    private func scores(_ numbers: [Int64?]) -> [[String: Value]] {
        numbers.map { ["score": $0.map(Value.integer) ?? .null] }
    }

    @Test func withoutGroupsThereIsOneRow() throws {
        let columns: [AggregateRequest.Column] = [
            .count, .countOf("score"), .countDistinct("score"), .sum("score"), .average("score"),
            .minimum("score"), .maximum("score"),
        ]
        #expect(
            try results(request(columns), [])
                == [[.integer(0), .integer(0), .integer(0), .integer(0), .null, .null, .null]])
        #expect(
            try results(request(columns), scores([4, nil, 1, 4]))
                == [[.integer(4), .integer(3), .integer(2), .integer(9), .real(3), .integer(1), .integer(4)]])
    }

    @Test func onlyTheFinalSumOverflows() throws {
        let sum = try request([.sum("score")])
        #expect(try results(sum, scores([.max, .max, .min, .min, 5])) == [[.integer(3)]])
        expectError(.overflow) { try results(sum, scores([.max, 1])) }
        #expect(try results(request([.average("score")]), scores([.max, .max])) == [[.real(0x1p63)]])
    }

    @Test func sumsOfRealsAreCorrectlyRounded() throws {
        let rows = [1e16, 1, -1e16].map { ["rating": Value.real($0)] }
        #expect(
            try results(request([.sum("rating"), .average("rating")]), rows) == [[.real(1), .real(1.0 / 3)]])
        #expect(try results(request([.sum("rating")]), []) == [[.real(0)]])
    }

    @Test func sumsOfDecimalsAreExact() throws {
        let rows = ["0.1", "0.2", "1e30"].map { ["price": Value.decimal(decimal($0))] }
        let expected = decimal("1000000000000000000000000000000.3")
        #expect(try results(request([.sum("price")]), rows) == [[.decimal(expected)]])
        #expect(
            try results(request([.average("price")]), Array(rows.prefix(2)))
                == [[.decimal(decimal("0.15"))]])
    }

    @Test func groupsComeInTheOrderOfTheirValues() throws {
        let rows: [[String: Value]] = [
            ["name": .text("b"), "score": .integer(1)], ["name": .null, "score": .integer(2)],
            ["name": .text("a"), "score": .integer(3)], ["name": .text("b"), "score": .integer(4)],
        ]
        var request = try request([.group(0), .count, .sum("score")], by: ["name"])
        #expect(
            try results(request, rows) == [
                [.null, .integer(1), .integer(2)], [.text("a"), .integer(1), .integer(3)],
                [.text("b"), .integer(2), .integer(5)],
            ])
        request.order = [.init(column: 1, isDescending: true)]
        #expect(try results(request, rows).map { $0[0] } == [.text("b"), .text("a"), .null])
        request.order = [.init(column: 1)]
        #expect(try results(request, rows).map { $0[0] } == [.null, .text("a"), .text("b")])
        request.order = [.init(column: 1), .init(column: 0, isDescending: true)]
        request.offset = 1
        request.limit = 1
        #expect(try results(request, rows).map { $0[0] } == [.null])
        (request.offset, request.limit) = (0, nil)
        request.having = .and(
            .compare(.greater, .aggregate(.sum("score")), 2),
            .compare(.notEqual, .aggregate(.group(0)), .literal(.text("a"))))
        #expect(try results(request, rows).map { $0[0] } == [.text("b")])
    }

    @Test func conditionsAndColumnsCalculateWithAggregates() throws {
        let rows: [[String: Value]] = [
            ["name": .text("a"), "score": .integer(7), "price": .decimal(decimal("1.5"))],
            ["name": .text("a"), "score": .integer(2), "price": .decimal(decimal("2"))],
            ["name": .text("b"), "score": .integer(4)], ["name": .text("c"), "score": .integer(9)],
        ]
        let sum = ExpressionTree.aggregate(.sum("score"))
        let mean = AggregateRequest.Column.calculated(.arithmetic(.divide, sum, .aggregate(.count)))
        let price = AggregateRequest.Column.calculated(
            .arithmetic(.divide, .aggregate(.sum("price")), .aggregate(.count)))
        var request = try request([.group(0), mean, price], by: ["name"])
        #expect(
            try results(request, rows) == [
                [.text("a"), .integer(4), .decimal(decimal("1.75"))],
                [.text("b"), .integer(4), .decimal(decimal("0"))],
                [.text("c"), .integer(9), .decimal(decimal("0"))],
            ])
        request.having = .or(
            .compare(.equal, .aggregate(.maximum("score")), 9),
            .not(.compare(.equal, .aggregate(.minimum("score")), .aggregate(.maximum("score")))))
        request.order = [.init(column: 1, isDescending: true)]
        #expect(try results(request, rows).map { $0[0] } == [.text("c"), .text("a")])
        // Aggregates of the condition are no columns of the result.
        #expect(try results(request, rows).allSatisfy { $0.count == 3 })
    }

    @Test func calculationsFailOnGroupsThatAreKept() throws {
        let quotient = AggregateRequest.Column.calculated(
            .arithmetic(.divide, .aggregate(.sum("score")), .aggregate(.minimum("score"))))
        var request = try request([.group(0), quotient], by: ["name"])
        let rows: [[String: Value]] = [
            ["name": .text("a"), "score": .integer(0)], ["name": .text("b"), "score": .integer(4)],
        ]
        let error = #expect(throws: GranaryError.self) { try results(request, rows) }
        #expect(error?.code == .divisionByZero)
        #expect(error?.context.properties == ["score"])
        request.limit = 0
        expectError(.divisionByZero) { try results(request, rows) }
        request.limit = nil
        request.having = .compare(.notEqual, .aggregate(.minimum("score")), 0)
        #expect(try results(request, rows) == [[.text("b"), .integer(1)]])
    }

    @Test func aConditionOnObjectsNamesNoAggregate() throws {
        let error = #expect(throws: GranaryError.self) {
            try world.binder().bind(.compare(.greater, .aggregate(.sum("score")), 3))
        }
        #expect(error?.message.contains("the sum of “score” belongs to a group") == true)
    }

    @Test func groupsByExpressionsAndNoRows() throws {
        let byParity = try request([.group(0), .count], by: [.arithmetic(.remainder, "score", 2)])
        #expect(
            try results(byParity, scores([1, 2, 3, nil]))
                == [[.null, .integer(1)], [.integer(0), .integer(1)], [.integer(1), .integer(2)]])
        #expect(try results(byParity, []) == [])
        let byForm = try request([.count], by: ["name"])
        #expect(try results(byForm, [["name": .text("\u{e9}")], ["name": .text("e\u{301}")]]).count == 2)
    }

    @Test func distinctValuesAndExtremesOfEveryKind() throws {
        let rows: [[String: Value]] = [
            ["name": .text("é"), "active": .bool(true), "born": .date(5)],
            ["name": .text("e\u{301}"), "active": .bool(false), "born": .date(-5)],
            ["name": .text("é")],
        ]
        let columns: [AggregateRequest.Column] = [
            .countDistinct("name"), .minimum("name"), .maximum("active"), .minimum("active"),
            .minimum("born"),
        ]
        #expect(
            try results(request(columns), rows)
                == [[.integer(2), .text("e\u{301}"), .bool(true), .bool(false), .date(-5)]])
    }

    @Test func mistakesAreNamed() throws {
        let wrong: [([AggregateRequest.Column], [ExpressionTree])] = [
            ([.sum("name")], []), ([.average("born")], []), ([.sum(.null)], []), ([.minimum("extra")], []),
            ([.countDistinct("extra")], []), ([.group(0)], []), ([.group(1)], ["name"]),
            ([.count], ["extra"]),
            ([.countOf("nothing")], []),
        ]
        for (columns, groups) in wrong {
            expectError(.query) { try results(request(columns, by: groups), []) }
        }
        #expect(try results(request([.countOf("extra")]), [["extra": .text("1")]]) == [[.integer(1)]])
        var ordered = try request([.count])
        ordered.order = [.init(column: 1)]
        expectError(.query) { try results(ordered, []) }
        ordered.order = []
        let conditions: [ExpressionTree] = [
            .compare(.equal, .aggregate(.count), .literal(.text("1"))), .aggregate(.count),
            .compare(.equal, .aggregate(.sum("name")), 1), .compare(.equal, "score", 1),
            .compare(.greater, .countOf(path: [], relationship: "players", nil), 1),
            .compare(.equal, .aggregate(.group(0)), 1),
            .compare(.equal, .arithmetic(.add, .aggregate(.sum("price")), .aggregate(.sum("rating"))), 1),
        ]
        for condition in conditions {
            ordered.having = condition
            expectError(.query) { try results(ordered, []) }
        }
        ordered.having = nil
        ordered.limit = -1
        expectError(.query) { try results(ordered, []) }
    }
}
