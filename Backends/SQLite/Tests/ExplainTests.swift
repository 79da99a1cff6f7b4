import FoundationEssentials
import Granary
import GranarySQL
import GranarySQLite
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExplainTests {
    func plan(
        _ predicate: ExpressionTree?, sort: [SortTerm] = [], of name: String = "Player", limit: Int? = nil
    ) throws -> StorePlan {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        var request = FetchRequest(entity: try harness.entity(name))
        request.predicate = predicate
        request.sort = sort
        request.limit = limit
        return try opened.session.explain(request)
    }

    static func attribute(_ path: String...) -> ExpressionTree {
        .attribute(path: path.dropLast(), name: path.last ?? "")
    }

    @Test func anIndexServesAComparison() throws {
        let plan = try plan(.compare(.greater, Self.attribute("score"), .literal(.integer(60))))
        #expect(plan.index == "Player_score_index" && !plan.scansAllRows && plan.residual.isEmpty)
        #expect(plan.pushedDown == ["score > …"])
        #expect(plan.statement.contains("WHERE t0.\"score\" > ?"))
    }

    @Test func anIndexServesWhatLooksLikeWork() throws {
        let nick = Self.attribute("nick")
        let served: [ExpressionTree] = [
            .compare(.equal, nick, .literal(.null)), .compare(.equal, nick, .literal(.text("a"))),
            .isIn(nick, [.text("a"), .text("b"), .null]), .text(.hasPrefix, nick, .literal(.text("ab")), []),
            .matches(nick, ["ab", .anyRun], []), .refers(path: ["team"], key: [.integer(1)]),
            .compare(.equal, Self.attribute("team", "id"), .literal(.integer(1))), .isEmpty(path: ["team"]),
            .isIn(Self.attribute("score"), (0..<1_000).map { .integer($0) }),
            .holdsKey(path: ["team"], keys: (0..<1_000).map { .integer($0) }),
            .compare(.equal, Self.attribute("team", "name"), .literal(.text("T"))),
        ]
        for tree in served {
            let plan = try plan(tree)
            #expect(plan.residual.isEmpty && !plan.scansAllRows, "\(plan.enginePlan)")
        }
    }

    @Test func theEngineComparesMembersWithTheObjectAroundThem() throws {
        let pupils = ExpressionTree.quantified(
            .any, path: [], relationship: "pupils",
            .and(
                .compare(.equal, Self.attribute("name"), .outer("Player", Self.attribute("team", "name"))),
                .compare(.less, Self.attribute("score"), .outer("Player", Self.attribute("score")))))
        let plan = try plan(pupils)
        #expect(plan.residual.isEmpty, "\(plan.residual)")
        #expect(plan.statement.contains("\"score\" < t0.\"score\""), "\(plan.statement)")
        // An aggregate of a column of the outer query would be one over the rows of that query.
        let largest = ExpressionTree.ofMembers(
            .maximum, path: [], relationship: "pupils",
            [.outer("Player", Self.attribute("score")), .literal(.bool(true))])
        #expect(try self.plan(.compare(.equal, largest, .literal(.integer(1)))).residual.count == 1)
    }

    @Test func theOrderOfAnIndexNeedsNoSorting() throws {
        for isDescending in [false, true] {
            let plan = try plan(nil, sort: [SortTerm(Self.attribute("score"), isDescending: isDescending)])
            #expect(!plan.enginePlan.contains { $0.contains("TEMP B-TREE") }, "\(plan.enginePlan)")
            #expect(plan.index == "Player_score_index")
        }
        for name in ["Player", "Team", "Tag", "Match"] {
            let plan = try plan(nil, of: name)
            #expect(!plan.enginePlan.contains { $0.contains("TEMP B-TREE") }, "\(plan.enginePlan)")
        }
    }

    @Test func theKeyIsFoundDirectly() throws {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        let keys: [(String, [ObjectKey])] = [
            ("Team", [.integer(1)]), ("Team", [.integer(1), .integer(2)]), ("Tag", [.text("a"), .text("b")]),
            (
                "Match",
                [
                    .compound([.date(1), .text("a"), .integer(1)]),
                    .compound([.date(2), .text("a"), .integer(1)]),
                ]
            ),
        ]
        for (name, keys) in keys {
            var request = FetchRequest(entity: try harness.entity(name))
            request.selection = .keys(keys)
            #expect(try !opened.session.explain(request).scansAllRows, "\(name)")
        }
        var request = FetchRequest(entity: try harness.entity("Player"))
        request.selection = .referring(relationship: "team", to: [.integer(1), .integer(2)])
        let plan = try opened.session.explain(request)
        #expect(
            !plan.scansAllRows && !plan.enginePlan.contains { $0.contains("TEMP B-TREE") },
            "\(plan.enginePlan)")
    }

    @Test func noKeysAtAllAreExplainedToo() throws {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        for name in ["Team", "Tag", "Match"] {
            var request = FetchRequest(entity: try harness.entity(name))
            request.selection = .keys([])
            #expect(try !opened.session.explain(request).scansAllRows, "\(name)")
        }
        var request = FetchRequest(entity: try harness.entity("Player"))
        request.selection = .referring(relationship: "team", to: [])
        #expect(try !opened.session.explain(request).scansAllRows)
    }

    @Test func anOrderThatStaysWithTheCoreIsPushedDownInNoPart() throws {
        let doubled = ExpressionTree.arithmetic(.multiply, Self.attribute("score"), .literal(.integer(2)))
        let plan = try plan(nil, sort: [SortTerm(Self.attribute("name")), SortTerm(doubled)])
        #expect(plan.pushedDown.isEmpty)
        #expect(plan.residual.count == 1 && plan.residual[0].hasPrefix("order by score * …"))
    }

    @Test func whatStaysWithTheCoreIsNamedWithItsReason() throws {
        let sine = ExpressionTree.compare(
            .less, .function(.number(.elementary(.sine)), [Self.attribute("score")]), .literal(.real(0.5)))
        let sum = ExpressionTree.compare(
            .greater, .arithmetic(.add, Self.attribute("score"), .literal(.integer(1))), .literal(.integer(3))
        )
        let pushed = ExpressionTree.compare(.equal, Self.attribute("active"), .literal(.bool(true)))
        let plan = try plan(.and(.and(.and(sine, pushed), sum), pushed), limit: 5)
        #expect(plan.pushedDown == ["active = …"])
        #expect(
            plan.residual == [
                "score.sine() < …: the engine cannot evaluate it exactly, or it leads to another store",
                "score + … > …: it can fail, and a limit would end the search before the error, or the engine cannot tell where it fails",
                "active = …: follows a condition that may fail",
                "offset and limit: the steps before are incomplete",
            ])
        #expect(plan.scansAllRows)
    }

    @Test func foldingIsAFunctionOfTheCore() throws {
        let name = Self.attribute("name")
        let trees: [ExpressionTree] = [
            .text(.contains, name, .literal(.text("X")), .caseInsensitive),
            .text(.hasPrefix, name, Self.attribute("nick"), [.caseInsensitive, .diacriticInsensitive]),
            .matches(name, ["Ä", .anyRun], .diacriticInsensitive),
        ]
        for tree in trees {
            let plan = try plan(tree, limit: 1)
            #expect(plan.residual.isEmpty && plan.statement.contains("granary_folded(t0.\"name\", "))
        }
    }

    @Test func whatCannotFailIsEvaluatedAsItStands() throws {
        let score = Self.attribute("score")
        let remainder = ExpressionTree.compare(
            .equal, .arithmetic(.remainder, score, .literal(.integer(23))), .literal(.integer(13)))
        let after = ExpressionTree.compare(.equal, Self.attribute("active"), .literal(.bool(true)))
        let plan = try plan(
            .and(remainder, after), sort: [SortTerm(.arithmetic(.divide, score, .literal(.integer(2))))],
            limit: 3)
        #expect(plan.residual.isEmpty && plan.pushedDown.count == 4)
        #expect(plan.statement.contains("WHERE (t0.\"score\" % ?) = ? AND t0.\"active\" = ?"))
    }

    @Test func whatCanFailIsEvaluatedInTheOrderOfTheConditions() throws {
        let sum = ExpressionTree.compare(
            .greater, .arithmetic(.add, Self.attribute("score"), .literal(.integer(1))), .literal(.integer(3))
        )
        let active = ExpressionTree.compare(.equal, Self.attribute("active"), .literal(.bool(true)))
        let nick = ExpressionTree.compare(.equal, Self.attribute("nick"), .literal(.text("a")))
        let plan = try plan(.and(.and(nick, sum), active))
        #expect(plan.residual.isEmpty && plan.pushedDown == ["nick = …", "score + … > …", "active = …"])
        // What stands before the calculation still finds the rows by its index.
        #expect(plan.index == "Player_nick_index")
        #expect(
            plan.statement.contains("(CASE WHEN (t0.\"score\" NOT BETWEEN ? AND ?) THEN 2 WHEN NOT"))
    }

    @Test func whereACalculationWithConstantsFailsIsAnInterval() throws {
        let score = Self.attribute("score")
        func number(_ number: Int64) -> ExpressionTree { .literal(.integer(number)) }
        func test(_ tree: ExpressionTree) throws -> String {
            try plan(.compare(.greater, tree, number(0))).statement
        }
        let product = ExpressionTree.arithmetic(.multiply, score, number(-3))
        let calculations: [ExpressionTree] = [
            product, .arithmetic(.add, product, number(.max)), .arithmetic(.subtract, number(5), score),
            .arithmetic(.subtract, number(-5), product), .arithmetic(.multiply, number(0), product),
        ]
        for tree in calculations { #expect(try test(tree).contains("NOT BETWEEN"), "\(tree)") }
        // Two numbers of the row, and constants that leave 64 bits by themselves.
        let others: [ExpressionTree] = [
            .arithmetic(.add, score, Self.attribute("bonus")),
            .arithmetic(.add, .arithmetic(.add, score, number(.max)), number(.max)),
        ]
        for tree in others { #expect(try test(tree).contains("typeof"), "\(tree)") }
    }

    @Test func theEngineGivesTheFirstGroupsOnlyWhereNoErrorIsLost() throws {
        let schema = try League.schema()
        let layout = SQLLayout(entities: schema.entities, links: schema.links)
        let entity = try #require(schema.entity("Player"))
        func statement(
            _ columns: [AggregateRequest.Column], _ order: Int?, group: String = "bonus", limit: Int? = 3,
            having: ExpressionTree? = nil
        ) throws -> String {
            var request = AggregateRequest(rows: FetchRequest(entity: entity))
            request.groups = [Self.attribute(group)]
            request.columns = [.group(0)] + columns
            request.order = order.map { [.init(column: $0, isDescending: true)] } ?? []
            (request.limit, request.offset, request.having) = (limit, 2, having)
            let lowering = try #require(
                AggregateLowering(request, layout: layout, dialect: SQLiteDialect()))
            return lowering.statement.rendered(for: SQLiteDialect())
        }
        let sum = AggregateRequest.Column.sum(Self.attribute("score"))
        let many = ExpressionTree.compare(.greater, .aggregate(.count), .literal(.integer(2)))
        let calculated = AggregateRequest.Column.calculated(
            .arithmetic(.add, .aggregate(sum), .aggregate(.count)))
        #expect(try statement([.count], 1).contains("ORDER BY 2 DESC, 1 DESC LIMIT ? OFFSET ?"))
        #expect(try statement([.count], nil, having: many).contains("HAVING count(*) > ? ORDER BY 1 LIMIT"))
        #expect(try statement([sum], 1).contains("LIMIT"))
        #expect(try statement([.count], 1, limit: nil, having: many).contains("HAVING"))
        // The first groups by their own values, where an engine computes no others; none; texts; calculations.
        let whole = [
            try statement([sum], 0), try statement([sum], nil), try statement([sum], 1, limit: 0),
            try statement([.count], 0, group: "name"), try statement([calculated], nil),
        ]
        for text in whole { #expect(!text.contains("LIMIT"), "\(text)") }
    }

    @Test func partsOfStructuresAreComparedWhereTheyAreWhatIsExpected() throws {
        func isSame(_ path: [String], _ form: ExpressionTree.StructuredForm, _ value: Value) -> ExpressionTree
        {
            .compare(.equal, .part(path, form, of: Self.attribute("extra")), .literal(value))
        }
        let nick = ExpressionTree.compare(.equal, Self.attribute("nick"), .literal(.text("a")))
        let city = isSame(["home", "city"], .text, .text("Oslo"))
        let plan = try plan(.and(nick, city))
        #expect(plan.residual.isEmpty && plan.pushedDown == ["nick = …", "extra[home.city as text] = …"])
        #expect(plan.index == "Player_nick_index")
        for test in ["'$') NOT IN ('object'", "'$.home') NOT IN ('object'", "'$.home.city') NOT IN ('text'"] {
            #expect(plan.statement.contains("json_type(t0.\"extra\", \(test), 'null') THEN 1"), "\(test)")
        }
        let others = [
            isSame(["n"], .real, .real(1)), isSame(["n"], .date, .date(1)),
            isSame(["n"], .uuid, .uuid(UUID())), isSame(["a b"], .text, .text("")),
            isSame(["é"], .integer, .integer(1)), isSame([], .text, .text("")),
        ]
        for other in others { #expect(try self.plan(other).pushedDown.isEmpty, "\(other)") }
    }

    @Test func rowsOfGroupsAreSortedUnlessAnIndexHoldsWhatIsRead() throws {
        let schema = try League.schema()
        let layout = SQLLayout(entities: schema.entities, links: schema.links)
        func statement(_ name: String, _ group: String, _ column: AggregateRequest.Column) throws -> String {
            let entity = try #require(schema.entity(name))
            var request = AggregateRequest(rows: FetchRequest(entity: entity))
            request.groups = [Self.attribute(group)]
            request.columns = [column]
            let lowering = try #require(
                AggregateLowering(request, layout: layout, dialect: SQLiteDialect()))
            return lowering.statement.rendered(for: SQLiteDialect())
        }
        #expect(try statement("Player", "score", .sum(Self.attribute("bonus"))).contains("+t0.\"score\""))
        let inOrder = [
            try statement("Player", "score", .count),
            try statement("Player", "score", .maximum(Self.attribute("id"))),
            try statement("Player", "id", .sum(Self.attribute("bonus"))),
            try statement("Match", "place", .sum(Self.attribute("crowd"))),
        ]
        for text in inOrder { #expect(!text.contains("+"), "\(text)") }
    }
}
