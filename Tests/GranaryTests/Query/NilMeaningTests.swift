import Granary
import GranaryTestSupport
import Testing

/// DESIGN §4, “nil”: two-valued, as in Swift.
@Suite struct NilMeaningTests {
    let world: EvaluationWorld
    let empty: WorldRow
    let full: WorldRow

    init() throws {
        world = try EvaluationWorld()
        empty = world.add("Player", ["id": .integer(1)])
        full = world.add(
            "Player", ["id": .integer(2), "score": .integer(3), "active": .bool(true), "name": .text("a")])
    }

    @Test func nilIsTheSameAsNil() throws {
        #expect(try world.holds(.compare(.equal, "score", .null), on: empty))
        #expect(try world.holds(.compare(.equal, "score", "bonus"), on: empty))
        #expect(try !world.holds(.compare(.equal, "score", .null), on: full))
        #expect(try world.holds(.compare(.notEqual, "score", .null), on: full))
    }

    @Test func notEqualIncludesNil() throws {
        #expect(try world.holds(.compare(.notEqual, "score", 3), on: empty))
        #expect(try !world.holds(.compare(.notEqual, "score", 3), on: full))
        #expect(try world.holds(.not(.compare(.equal, "score", 3)), on: empty))
    }

    @Test(arguments: [ExpressionTree.Comparison.less, .lessOrEqual, .greater, .greaterOrEqual])
    func orderedComparisonWithNilIsFalse(comparison: ExpressionTree.Comparison) throws {
        #expect(try !world.holds(.compare(comparison, "score", 3), on: empty))
        #expect(try !world.holds(.compare(comparison, 3, "score"), on: empty))
        #expect(try !world.holds(.compare(comparison, "score", "bonus"), on: empty))
        #expect(try !world.holds(.compare(comparison, "score", .null), on: full))
        #expect(try world.holds(.not(.compare(comparison, "score", 3)), on: empty))
    }

    @Test func aConditionThatIsNilDoesNotHold() throws {
        #expect(try !world.holds("active", on: empty))
        #expect(try world.holds(.not("active"), on: empty))
        #expect(try !world.holds(.and("active", true), on: empty))
        #expect(try world.holds(.or("active", true), on: empty))
        #expect(try world.value(.or("active", false), on: empty) == .bool(false))
        #expect(try !world.holds(.null))
    }

    @Test func nilIsInAListOnlyWhenListed() throws {
        #expect(try !world.holds(.isIn("score", [.integer(3)]), on: empty))
        #expect(try world.holds(.isIn("score", [.integer(3), .null]), on: empty))
        #expect(try world.holds(.isIn("score", [.integer(4), .integer(3)]), on: full))
        #expect(try !world.holds(.isIn("score", []), on: full))
    }

    @Test func textAndCalculationsWithNil() throws {
        for comparison in ExpressionTree.TextComparison.allCases {
            #expect(try !world.holds(.text(comparison, "name", .text(""), []), on: empty))
            #expect(try !world.holds(.text(comparison, "name", .null, []), on: full))
        }
        #expect(try !world.holds(.matches("name", [.anyRun], []), on: empty))
        #expect(try world.value(.arithmetic(.add, "score", 1), on: empty) == .null)
        #expect(try world.value(.arithmetic(.divide, "score", .null), on: full) == .null)
        #expect(try world.value(.datePart(.year, "born"), on: empty) == .null)
    }

    @Test func errorsStandOnlyInWhatIsLookedAt() throws {
        let fails = ExpressionTree.compare(.equal, .arithmetic(.divide, 1, 0), 1)
        #expect(try !world.holds(.and(false, fails)))
        #expect(try world.holds(.or(true, fails)))
        expectError(.divisionByZero) { try world.holds(.and(fails, false)) }
        expectError(.divisionByZero) { try world.holds(.or(fails, true)) }
        #expect(try world.binder().bindCondition(.and(false, fails)).canFail)
        #expect(try !world.binder().bindCondition(.compare(.equal, "score", 3)).canFail)
    }
}
