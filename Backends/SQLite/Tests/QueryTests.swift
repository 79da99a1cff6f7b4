import FoundationEssentials
import Granary
import GranaryConformance
import GranarySQLite
import GranaryTestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct QueryTests {
    /// Random requests give the same rows in the same order as the reference evaluator, wherever the store
    /// claims to have carried out everything; where it leaves a part to the core, a superset.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func randomRequestsMeanTheSameAsTheReference(seed: UInt64) throws {
        let twins = try Twins()
        defer { try? twins.close() }
        var filling = SeededGenerator(seed: seed)
        try twins.fill(&filling)
        var random = RandomExpressions(twins.harness.schema, seed: seed &* 7919)
        var complete = 0
        for round in 0..<700 {
            let entity = try twins.harness.entity(random.pick(["Player", "Player", "Team", "Match", "Tag"]))
            let request = random.request(entity)
            complete += try compare(request, twins, "seed \(seed) round \(round)") ? 1 : 0
        }
        #expect(
            complete > 450, "only \(complete) of 700 requests were answered by the engine alone; seed \(seed)"
        )
    }

    private func compare(_ request: FetchRequest, _ twins: Twins, _ label: String) throws -> Bool {
        let answer = try twins.session.fetch(request)
        let remaining = answer.remaining
        if failure({ _ = try twins.reference.rows(request) }) != nil {
            // The core finds the error in the rows that the engine leaves to it.
            #expect(remaining.contains(.predicate), "\(label): \(request)")
            #expect(try twins.session.count(request) == nil, "\(label)")
            let condition = try request.predicate.map {
                try BoundExpression($0, on: request.entity, in: twins.harness.schema)
            }
            #expect(condition?.canFail == true, "\(label)")
            return false
        }
        let rows = try twins.session.rows(request)
        if remaining.isEmpty {
            var expected = try twins.reference.rows(request)
            var found = rows
            if case .referring = request.selection, request.sort.isEmpty, request.limit == nil,
                request.offset == 0
            {
                // Only the order within one object that is referred to is promised.
                (expected, found) = (Self.byKey(expected, request.entity), Self.byKey(found, request.entity))
            }
            #expect(found == expected, "\(label): \(request)")
            if let count = try twins.session.count(request) { #expect(count == expected.count, "\(label)") }
            return true
        }
        var unlimited = request
        unlimited.offset = 0
        unlimited.limit = nil
        let expected = try twins.reference.rows(unlimited)
        if remaining.contains(.predicate) {
            #expect(Set(rows).isSuperset(of: expected), "\(label): \(request)")
            // Conditions that can fail are counted by the engine where they fail in no row.
            let count = try twins.session.count(request)
            if count != nil { #expect(try count == twins.reference.count(request), "\(label)") }
        } else {
            #expect(Set(rows) == Set(expected), "\(label): \(request)")
        }
        return false
    }

    private static func byKey(_ rows: [[Value]], _ entity: Entity) -> [[Value]] {
        rows.sorted { left, right in
            for column in entity.keyColumns {
                let ordering = left[column].compare(right[column])
                if ordering != .equal { return ordering == .less }
            }
            return false
        }
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func randomAggregatesMeanTheSameAsTheReference(seed: UInt64) throws {
        let twins = try Twins()
        defer { try? twins.close() }
        var filling = SeededGenerator(seed: seed)
        try twins.fill(&filling)
        var random = RandomExpressions(twins.harness.schema, seed: seed &* 104_729)
        let player = try twins.harness.entity("Player")
        var answered = 0
        for round in 0..<300 {
            var request = AggregateRequest(rows: random.request(player))
            request.groups = (0..<random.pick([0, 1, 1, 2])).map { _ in
                random.pick([
                    .attribute(path: [], name: "nick"), .attribute(path: ["team"], name: "name"),
                    .attribute(path: [], name: "active"),
                    .datePart(.year, .attribute(path: [], name: "born")),
                    .attribute(path: [], name: "salary"), .attribute(path: [], name: "rating"),
                ])
            }
            request.columns = (0..<random.pick([1, 2, 3])).map { _ in Self.column(&random) }
            if !request.groups.isEmpty { request.columns.append(.group(0)) }
            if random.chance(2) { request.order = [.init(column: 0, isDescending: random.chance(2))] }
            if random.chance(3) { request.limit = random.pick([0, 1, 5]) }
            if random.chance(4) { request.offset = 1 }
            if random.chance(4), let column = request.columns.first {
                request.having = .compare(.notEqual, .aggregate(column), .literal(.null))
            }
            answered += try compare(request, twins, "seed \(seed) round \(round)") ? 1 : 0
        }
        #expect(
            answered > 150, "only \(answered) of 300 aggregates were answered by the engine; seed \(seed)")
    }

    private static func column(_ random: inout RandomExpressions) -> AggregateRequest.Column {
        let name = random.pick(["score", "bonus", "rating", "salary"])
        let attribute = ExpressionTree.attribute(path: [], name: name)
        let isCalculated = ["score", "bonus"].contains(name) && random.chance(3)
        let number = isCalculated ? random.calculation(with: attribute, "Player") : attribute
        let any = ExpressionTree.attribute(
            path: [], name: random.pick(["nick", "born", "active", "photo", "id", "salary"]))
        return random.pick([
            .count, .countOf(any), .countDistinct(any), .sum(number), .average(number), .minimum(any),
            .maximum(any),
            .minimum(number), .maximum(.attribute(path: ["team"], name: "budget")),
        ])
    }

    private func compare(_ request: AggregateRequest, _ twins: Twins, _ label: String) throws -> Bool {
        var (expected, found): ([[Value]]?, [[Value]]?)
        let expectedError = failure { expected = try twins.reference.aggregate(request) }
        let error = failure { found = try twins.session.aggregate(request) }
        if error == nil && found == nil { return false }
        #expect(error?.code == expectedError?.code, "\(label): \(request)")
        #expect(found == expected, "\(label): \(request)")
        return true
    }

    @Test func aLongListOfValuesIsAnswered() throws {
        let twins = try Twins()
        defer { try? twins.close() }
        var filling = SeededGenerator(seed: 5)
        try twins.fill(&filling)
        let player = try twins.harness.entity("Player")
        let lists: [(String, [Value])] = [
            ("score", (0..<10_000).map { .integer($0) } + [.null]),
            ("name", (0..<10_000).map { .text("no \($0) \"\\\u{1}") } + [.text("ab"), .text("ä")]),
            ("nick", (0..<10_000).map { .text("no \($0)") } + [.text("ab"), .null]),
            ("salary", (0..<10_000).map { .decimal(Decimal($0)) }),
            ("born", (0..<10_000).map { .date($0) } + [.null]),
            ("id", (0..<10_000).map { .uuid(UUID(number: UInt64($0))) }),
        ]
        for (name, values) in lists {
            for isNegated in [false, true] {
                let tree = ExpressionTree.isIn(.attribute(path: [], name: name), values)
                var request = FetchRequest(entity: player)
                request.predicate = isNegated ? .not(tree) : tree
                #expect(try twins.session.fetch(request).remaining.isEmpty, "\(name)")
                #expect(try twins.session.rows(request) == twins.reference.rows(request), "\(name)")
            }
        }
    }

    @Test func manyKeysComeInKeyOrderAndOnce() throws {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        let team = try harness.entity("Team")
        try opened.session.insert(
            (1...2_000).map { DynamicRow(["id": .integer(Int64($0)), "name": .text("\($0)")]) }, team)
        var request = FetchRequest(entity: team)
        request.selection = .keys(((1...3_000).reversed() + Array(500...700)).map { .integer(Int64($0)) })
        #expect(try opened.session.rows(request).map { $0[0] } == (1...2_000).map { .integer(Int64($0)) })
        let missing = try opened.session.missing((1_990...2_010).map { .integer($0) }, of: team)
        #expect(missing == (2_001...2_010).map { .integer($0) })
        request.selection = .keys([])
        #expect(try opened.session.rows(request).isEmpty)
        #expect(try opened.session.missing([], of: team).isEmpty)
    }

    @Test func deepAndLongPredicatesAreAnsweredOrLeftToTheCore() throws {
        let twins = try Twins()
        defer { try? twins.close() }
        var filling = SeededGenerator(seed: 9)
        try twins.fill(&filling)
        let player = try twins.harness.entity("Player")
        let leaf = ExpressionTree.compare(.equal, .attribute(path: [], name: "score"), .literal(.integer(1)))
        var wide = leaf
        for number in 0..<3_000 {
            wide = .or(
                wide,
                .compare(.equal, .attribute(path: [], name: "score"), .literal(.integer(Int64(number + 5)))))
        }
        var deep = leaf
        for _ in 0..<90 { deep = .or(.and(deep, leaf), leaf) }
        for predicate in [wide, deep] {
            var request = FetchRequest(entity: player)
            request.predicate = predicate
            let rows = try twins.session.rows(request)
            let expected = try twins.reference.rows(request)
            #expect(Set(rows).isSuperset(of: expected))
            if try twins.session.fetch(request).remaining.isEmpty { #expect(rows == expected) }
        }
    }
}
