import FoundationEssentials
import Granary
import Testing

/// What is wrong with an expression is found before any row is looked at, and named.
@Suite struct BindingProblemTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    private func expectProblem(
        _ tree: ExpressionTree, _ fragments: String..., of entity: String = "Player",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        do {
            _ = try world.binder(entity).bindCondition(tree)
            Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        } catch let error as GranaryError {
            #expect(error.code == .query, sourceLocation: sourceLocation)
            for fragment in fragments {
                #expect(error.description.contains(fragment), "\(error)", sourceLocation: sourceLocation)
            }
        } catch {
            Issue.record("\(error)", sourceLocation: sourceLocation)
        }
    }

    @Test func namesThatDoNotExist() {
        expectProblem(.compare(.equal, "scor", 1), "Player", "“scor”", "Did you mean “score”?")
        expectProblem(.compare(.equal, "teem.name", .text("")), "relationship “teem”", "“team”")
        expectProblem(.compare(.equal, "team.nam", .text("")), "Team", "“nam”")
        expectProblem(.compare(.equal, "team", 1), "Player.team is a relationship")
        expectProblem(.compare(.equal, "score.name", 1), "Player.score is an attribute")
        expectProblem(.compare(.equal, "tags.size", 1), "Player.tags is a relationship to many")
        expectProblem(
            .quantified(.any, path: [], relationship: "team", true), "Player.team is a relationship to one")
        expectProblem(.quantified(.any, path: [], relationship: "x", true), "“x”")
        expectProblem(.isEmpty(path: []), "names no relationship")
        expectProblem(.isEmpty(path: ["tags"]), "to many")
        expectProblem(.holdsKey(path: ["tags"], keys: []), "to many")
    }

    @Test func kindsThatDoNotGoTogether() {
        expectProblem(.compare(.equal, "score", .text("1")), "“score” is an integer", "text")
        expectProblem(.compare(.less, "born", 1), "“born” is a date")
        expectProblem(.compare(.equal, "extra", .text("{}")), "structured")
        expectProblem(.compare(.equal, "extra", "extra"), "“extra” is a structured value")
        expectProblem(.compare(.less, "extra", .null), "structured")
        expectProblem(.isIn("score", [.text("a")]), "“score” is an integer")
        expectProblem(.isIn("extra", [.text("{}")]), "structured")
        expectProblem("score", "“score” is an integer where a condition is needed")
        expectProblem(.and(true, "score"), "condition")
        expectProblem(.not("name"), "“name” is text")
        expectProblem(.text(.contains, "score", .text("1"), []), "“score” is an integer where text is needed")
        expectProblem(.matches("born", [], []), "text is needed")
        expectProblem(.compare(.equal, .datePart(.year, "score"), 1), "“score” is an integer and has no year")
        expectProblem(
            .compare(.equal, .arithmetic(.add, "name", 1), 1), "“name” is text and cannot be calculated with")
        expectProblem(.compare(.equal, .arithmetic(.add, "rating", "price"), 1), "without rounding")
        expectProblem(.compare(.equal, .arithmetic(.remainder, "rating", 2), 1), "remainder")
        expectProblem(.quantified(.all, path: [], relationship: "tags", "label"), "Tag", "“label” is text")
    }

    @Test func keysOfOtherKinds() {
        expectProblem(.refers(path: ["team"], key: [.text("1")]), "Team")
        expectProblem(.refers(path: ["team"], key: []), "Team")
        expectProblem(.refers(path: ["team"], key: [.integer(1), .integer(2)]), "Team")
        expectProblem(.refers(path: ["team"], key: [.null]), "Team")
        expectProblem(.holdsKey(path: ["team"], keys: [.text("1")]), "keys of other kinds")
    }

    @Test func constantsThatNoStoreHolds() {
        expectProblem(.compare(.equal, "rating", .real(.nan)), "NaN")
        expectProblem(.compare(.equal, "price", .literal(.decimal(.nan))), "NaN")
        expectProblem(.compare(.equal, "name", .text("a\0b")), "U+0000")
        expectProblem(.isIn("name", [.text("\0")]), "U+0000")
        expectProblem(.matches("name", [.literal("\0")], []), "U+0000")
        expectProblem(.compare(.equal, "born", .literal(.date(.max))), "years 1 to 9999")
    }

    @Test func structuredValuesAreComparedWithNil() throws {
        let row = world.add("Player", ["id": .integer(1), "extra": .text("{}")])
        #expect(try world.holds(.compare(.notEqual, "extra", .null), on: row))
        #expect(try !world.holds(.compare(.equal, .null, "extra"), on: row))
        #expect(try !world.holds(.isIn("extra", [.null]), on: row))
    }

    @Test func deepNestingIsRefusedAndLongChainsAreNot() throws {
        var deep = ExpressionTree.compare(.equal, "score", 1)
        for _ in 0..<ExpressionTree.deepest { deep = .not(deep) }
        expectProblem(deep, "nested")
        var (left, right) = (
            ExpressionTree.compare(.equal, "score", 1), ExpressionTree.compare(.equal, "score", 1)
        )
        for number in 0..<5_000 {
            left = .or(left, .compare(.equal, "score", .literal(.integer(Int64(number)))))
            right = .and(.compare(.notEqual, "score", .literal(.integer(Int64(number)))), right)
        }
        let row = world.add("Player", ["id": .integer(1), "score": .integer(4_999)])
        #expect(try world.holds(left, on: row))
        #expect(try !world.holds(right, on: row))
        #expect(left.disjuncts.count == 5_001)
        #expect(right.conjuncts.count == 5_001)
    }

    @Test func theDeepestExpressionFitsTheStackOfAWorker() async throws {
        let pool = WorkerPool(size: 1, name: "deep")
        defer { pool.shutdown() }
        let failures = try await pool.run { () -> Int in
            let world = try EvaluationWorld()
            let row = world.add("Player", ["id": .integer(1), "score": .integer(1)])
            var sum = ExpressionTree.attribute(path: [], name: "score")
            for _ in 2..<ExpressionTree.deepest { sum = .arithmetic(.add, sum, 0) }
            return try world.value(sum, on: row) == .integer(1) ? 0 : 1
        }
        #expect(failures == 0)
    }

    @Test func messagesNeverHoldValues() {
        do {
            _ = try world.binder().bindCondition(.compare(.equal, "score", .text("secret")))
        } catch {
            #expect(!"\(error)".contains("secret"))
        }
    }
}
