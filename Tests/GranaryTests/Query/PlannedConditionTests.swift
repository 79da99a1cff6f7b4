import FoundationEssentials
import Granary
import Testing

/// Conditions that an order of rows answers are not bound; no mistake is lost by that.
@Suite struct PlannedConditionTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    private static let constants: [Value] = [
        .null, .bool(true), .integer(1), .integer(.min), .real(0.5), .real(.nan), .real(.infinity), .text(""),
        .text("a"), .text("a\0b"), .data(Data([0])), .date(0), .date(.max), .date(.min), .uuid(UUID()),
        .decimal(1), .decimal(.nan),
    ]
    private static let comparisons = ExpressionTree.Comparison.allCases

    /// Every condition of a form that orders of rows answer, right or wrong, about one attribute.
    private static func conditions(on name: String) -> [ExpressionTree] {
        let attribute = ExpressionTree.attribute(path: [], name: name)
        var trees: [ExpressionTree] = [attribute, .not(attribute), .isEmpty(path: [name])]
        for constant in constants {
            let literal = ExpressionTree.literal(constant)
            for comparison in comparisons {
                trees.append(.compare(comparison, attribute, literal))
                trees.append(.compare(comparison, literal, attribute))
            }
            trees.append(.isIn(attribute, [constant]))
            trees.append(.isIn(attribute, [.null, constant]))
            trees.append(.text(.equal, attribute, literal, []))
            trees.append(.text(.hasPrefix, attribute, literal, []))
            trees.append(.refers(path: [], key: [constant]))
            for isDescending in [false, true] {
                for key in [Value.integer(1), constant] {
                    trees.append(position(attribute, constant, key, isDescending: isDescending))
                }
            }
        }
        return trees
    }

    /// The condition for rows behind a position of an attribute and the key.
    private static func position(
        _ attribute: ExpressionTree, _ value: Value, _ key: Value, isDescending: Bool
    ) -> ExpressionTree {
        let comparison: ExpressionTree.Comparison = isDescending ? .less : .greater
        var strict = ExpressionTree.compare(comparison, attribute, .literal(value))
        if isDescending { strict = .or(strict, .compare(.equal, attribute, .null)) }
        return .or(
            value.isNull && !isDescending ? .compare(.notEqual, attribute, .null) : strict,
            .and(.compare(.equal, attribute, .literal(value)), .compare(comparison, "id", .literal(key))))
    }

    private func message(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func aConditionHasTheSameMistakesPlannedAndBound() throws {
        let binder = try world.binder()
        var (wrong, unbound) = (0, 0)
        for name in binder.entity.attributes.map(\.name) + ["team", "tags", "nobody"] {
            for tree in Self.conditions(on: name) {
                let bound = message { _ = try binder.bindCondition(tree) }
                let planned = message { _ = try PlannedConditions(tree, binder) }
                #expect(planned == bound, "\(tree)")
                if bound != nil { wrong += 1 } else { unbound += 1 }
            }
        }
        #expect(wrong > 1_000 && unbound > 500)
    }

    @Test func theRemainingConditionsAreThoseThatNoOrderAnswers() throws {
        let tree = ExpressionTree.and(
            .compare(.equal, "score", 1),
            .and(.compare(.greater, "rating", .real(1)), .compare(.equal, "name", "nick")))
        let conditions = try PlannedConditions(tree, world.binder())
        #expect(conditions.count == 3 && conditions.tests.map(\.position) == [0, 1])
        #expect(try conditions.remaining().map(\.position) == [0, 1, 2])
        let row = world.add(
            "Player", ["id": .integer(1), "score": .integer(1), "rating": .real(1), "name": .text("a")])
        let rest = try conditions.remaining([0])
        #expect(rest.map(\.position) == [1, 2])
        #expect(try rest.map { try $0.condition.holds(row, in: world) } == [false, false])
    }

    @Test func noOrderAnswersAConditionBehindOneThatCanFail() throws {
        let failing = ExpressionTree.compare(.equal, .arithmetic(.divide, 1, "score"), 1)
        let conditions = try PlannedConditions(
            .and(.compare(.equal, "name", .text("a")), .and(failing, .compare(.equal, "score", 1))),
            world.binder())
        #expect(conditions.tests.map(\.position) == [0])
        #expect(try conditions.remaining([0]).map(\.condition.canFail) == [true, false])
    }
    @Test func aCalculationThatCannotFailHoldsNothingBack() throws {
        let remainder = ExpressionTree.compare(.equal, .arithmetic(.remainder, "score", 23), 13)
        let conditions = try PlannedConditions(
            .both(remainder, .compare(.equal, "name", .text("a"))), world.binder())
        #expect(conditions.tests.map(\.position) == [1])
        #expect(try conditions.remaining([1]).map(\.condition.canFail) == [false])
    }
}
