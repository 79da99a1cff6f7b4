import FoundationEssentials
import Granary
import GranaryTestSupport
import Testing

/// Functions of numbers and choices, value by value, and what binding refuses.
@Suite struct FunctionMeaningTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    private func number(_ function: ExpressionTree.NumberFunction, _ operands: Value...) throws -> Value {
        try world.value(.function(.number(function), operands.map { .literal($0) }))
    }

    private func rounded(_ value: Double, _ places: Int, _ rule: ExpressionTree.RoundingRule) throws -> Value
    {
        try number(.rounded(places: places, rule), .real(value))
    }

    private func rounded(_ text: String, _ places: Int, _ rule: ExpressionTree.RoundingRule) throws -> Value {
        try number(.rounded(places: places, rule), .decimal(decimal(text)))
    }

    @Test func everyRuleRoundsHalvesAsItsNameSays() throws {
        let expected: [(ExpressionTree.RoundingRule, [Double])] = [
            (.toNearestOrEven, [2, 4, -2, -4]), (.toNearestOrAwayFromZero, [3, 4, -3, -4]),
            (.up, [3, 4, -2, -3]), (.down, [2, 3, -3, -4]), (.towardZero, [2, 3, -2, -3]),
            (.awayFromZero, [3, 4, -3, -4]),
        ]
        for (rule, results) in expected {
            for (value, result) in zip([2.5, 3.5, -2.5, -3.5], results) {
                #expect(try rounded(value, 0, rule) == .real(result), "\(value) \(rule)")
                #expect(
                    try rounded("\(value)", 0, rule) == .decimal(decimal("\(result)")), "\(value) \(rule)")
                #expect(
                    try number(.integer(rule), .real(value)) == .integer(Int64(result)), "\(value) \(rule)")
            }
        }
    }

    @Test func theExactValueIsRounded() throws {
        #expect(try rounded(2.675, 2, .toNearestOrAwayFromZero) == .real(2.67))
        #expect(try rounded("2.675", 2, .toNearestOrAwayFromZero) == .decimal(decimal("2.68")))
        #expect(try rounded(0.1, 18, .up) == .real(0.1))
        #expect(try rounded(0.1, 1, .up) == .real(0.2))
        #expect(try rounded(0.1, 1, .down) == .real(0.1))
        #expect(try rounded(.leastNonzeroMagnitude, 18, .up) == .real(1e-18))
        #expect(try rounded(.leastNonzeroMagnitude, 18, .down) == .real(0))
        #expect(try rounded(-.leastNonzeroMagnitude, 3, .toNearestOrEven) == .real(0))
        #expect(try rounded(1e300, 2, .up) == .real(1e300))
        #expect(try rounded(4_503_599_627_370_495.5, 0, .toNearestOrEven) == .real(4_503_599_627_370_496))
        #expect(
            try rounded("0.00000000000000000000000000000000000001", 2, .awayFromZero)
                == .decimal(decimal("0.01")))
        #expect(
            try rounded("9999999999999999999999999999999999999.9", 0, .up)
                == .decimal(decimal("10000000000000000000000000000000000000")))
        #expect(try number(.rounded(places: 2, .up), .integer(7)) == .integer(7))
    }

    @Test func conversionsAreTheNearestOrFail() throws {
        #expect(try number(.real, .integer(.max)) == .real(0x1p63))
        #expect(try number(.real, .decimal(decimal("0.1"))) == .real(0.1))
        #expect(
            try number(.decimal(places: 18, .down), .real(0.1)) == .decimal(decimal("0.100000000000000005")))
        #expect(try number(.decimal(places: 2, .up), .real(-1.005)) == .decimal(decimal("-1")))
        #expect(
            try number(.decimal(places: 0, .up), .real(0x1p100))
                == .decimal(decimal("1267650600228229401496703205376")))
        #expect(try number(.integer(.up), .real(-0x1p63)) == .integer(.min))
        expectError(.overflow) { try number(.integer(.up), .real(0x1p63)) }
        expectError(.overflow) { try number(.integer(.down), .decimal(decimal("9223372036854775808"))) }
        expectError(.overflow) { try number(.decimal(places: 2, .up), .real(1e300)) }
        expectError(.overflow) { try number(.decimal(places: 2, .up), .real(.infinity)) }
        expectError(.overflow) { try number(.negated, .integer(.min)) }
        expectError(.overflow) { try number(.absolute, .integer(.min)) }
    }

    @Test func anIntegerTakesTheKindOfTheOtherNumber() throws {
        #expect(try number(.smaller, .integer(2), .real(2.5)) == .real(2))
        #expect(try number(.larger, .decimal(decimal("0.5")), .integer(2)) == .decimal(decimal("2")))
        #expect(try number(.larger, .integer(2), .null) == .null)
        #expect(try number(.larger, .text("a"), .null) == .null)
        #expect(try number(.smaller, .null, .date(1)) == .null)
        let chosen = ExpressionTree.function(
            .choice(.choose), [.literal(.bool(false)), .real(1.5), .literal(.integer(2))])
        #expect(try world.value(chosen) == .real(2))
        #expect(
            try world.value(
                .function(.choice(.coalesce), [.literal(.null), .literal(.integer(1)), .real(3)])) == .real(1)
        )
    }

    @Test func elementaryFunctionsAreFiniteOrNil() throws {
        #expect(try number(.elementary(.commonLogarithm), .integer(1_000)) == .real(3))
        #expect(try number(.elementary(.naturalLogarithm), .real(0)) == .null)
        #expect(try number(.elementary(.naturalLogarithm), .real(.infinity)) == .null)
        #expect(try number(.elementary(.exponential), .real(-.infinity)) == .real(0))
        #expect(try number(.elementary(.power), .integer(-2), .integer(3)) == .real(-8))
        #expect(try number(.elementary(.power), .real(-2), .real(0.5)) == .null)
        #expect(try number(.elementary(.power), .integer(10), .integer(400)) == .null)
        #expect(try number(.elementary(.tangent), .real(0)) == .real(0))
        #expect(try number(.elementary(.sine), .real(.infinity)) == .null)
        expectError(.query) { try number(.elementary(.sine), .decimal(decimal("1"))) }
    }

    @Test func squareRootsOfNegativeNumbersAreNil() throws {
        #expect(try number(.squareRoot, .integer(16)) == .real(4))
        #expect(try number(.squareRoot, .real(-1)) == .null)
        #expect(try number(.squareRoot, .real(.infinity)) == .real(.infinity))
    }

    @Test func aChoiceEvaluatesWhatItTakes() throws {
        let fails = ExpressionTree.arithmetic(.divide, .literal(.integer(1)), .literal(.integer(0)))
        let choice = ExpressionTree.function(
            .choice(.choose),
            [.literal(.bool(true)), .literal(.integer(1)), .literal(.bool(true)), fails, fails])
        #expect(try world.value(choice) == .integer(1))
        #expect(
            try world.value(.function(.choice(.coalesce), [.literal(.integer(1)), fails])) == .integer(1))
    }

    @Test(arguments: [
        ExpressionTree.function(.number(.absolute), ["name"]),
        .function(.number(.absolute), []),
        .function(.number(.smaller), ["rating", "price"]),
        .function(.number(.smaller), ["name", "score"]),
        .function(.number(.rounded(places: 19, .up)), ["price"]),
        .function(.number(.rounded(places: -1, .up)), ["price"]),
        .function(.number(.squareRoot), ["price"]),
        .function(.choice(.coalesce), ["name", "score"]),
        .function(.choice(.coalesce), ["score"]),
        .function(.choice(.choose), ["active", "score"]),
        .function(.choice(.choose), ["score", "score", "score"]),
        .function(.choice(.nilIf), ["name", "born"]),
        .function(.choice(.coalesce), ["extra", "extra"]),
    ])
    func mistakesAreRefused(tree: ExpressionTree) {
        expectError(.query) { try world.value(tree) }
    }

    @Test func functionsSurviveCoding() throws {
        let tree = ExpressionTree.function(
            .choice(.choose),
            [
                .compare(.less, "score", .literal(.integer(1))),
                .function(.number(.rounded(places: 2, .up)), ["price"]),
                .function(.number(.larger), ["fee", .literal(.integer(0))]),
            ])
        #expect(try decoded(tree) == tree)
        var deep = ExpressionTree.attribute(path: [], name: "price")
        for _ in 0..<150 { deep = .function(.number(.negated), [deep]) }
        #expect(try decoded(deep) == deep)
    }

    private func decoded(_ tree: ExpressionTree) throws -> ExpressionTree {
        try JSONDecoder().decode(ExpressionTree.self, from: JSONEncoder().encode(tree))
    }
}
