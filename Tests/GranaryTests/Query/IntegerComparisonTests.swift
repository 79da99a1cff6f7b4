import Granary
import GranaryConformance
import Testing

/// Comparisons of calculations with integers, which are evaluated as programs, against the values of both sides.
@Suite(.timeLimit(.minutes(2))) struct IntegerComparisonTests {
    @Test func holdAsTheValuesOfBothSidesCompare() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let world = try EvaluationWorld()
        let numbers: [Value] = [
            .null, .integer(.min), .integer(-2), .integer(0), .integer(3), .integer(.max),
        ]
        let rows = (0..<12 as Range<Int64>).map { id in
            world.add(
                "Player",
                [
                    "id": .integer(id), "name": .text("ab"),
                    "score": numbers.randomElement(using: &generator) ?? .null,
                    "bonus": numbers.randomElement(using: &generator) ?? .null,
                ])
        }
        let binder = try world.binder()
        for step in 0..<400 {
            let sides = (calculation(&generator), calculation(&generator))
            let comparison = ExpressionTree.Comparison.allCases.randomElement(using: &generator) ?? .equal
            let condition = try binder.bind(.compare(comparison, sides.0, sides.1))
            let values = (try binder.bind(sides.0), try binder.bind(sides.1))
            for row in rows {
                let found = Result { try condition.holds(row, in: world) }
                let expected = Result {
                    comparison.holds(
                        try values.0.evaluate(row, in: world), try values.1.evaluate(row, in: world))
                }
                #expect(
                    description(found) == description(expected), "seed \(seed), step \(step): \(sides)")
            }
        }
    }

    /// A calculation whose operands wait for up to a dozen others, more than a program has room for.
    private func calculation(_ generator: inout SeededGenerator) -> ExpressionTree {
        let isNestedRight = Bool.random(using: &generator)
        var tree = operand(&generator)
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            let operation = ExpressionTree.Arithmetic.allCases.randomElement(using: &generator) ?? .add
            let other = operand(&generator)
            tree = isNestedRight ? .arithmetic(operation, other, tree) : .arithmetic(operation, tree, other)
        }
        return tree
    }

    private func operand(_ generator: inout SeededGenerator) -> ExpressionTree {
        let operands: [ExpressionTree] = [
            "score", "bonus", "id", 0, 1, -1, 3, .literal(.integer(.max)),
            .function(.text(.byteCount), ["name"]), .function(.number(.negated), ["score"]),
        ]
        return operands.randomElement(using: &generator) ?? 0
    }

    private func description(_ result: Result<Bool, any Error>) -> String {
        switch result {
        case .success(let holds): "\(holds)"
        case .failure(let error as GranaryError): "\(error.code) \(error.context.properties)"
        case .failure(let error): "\(error)"
        }
    }
}
