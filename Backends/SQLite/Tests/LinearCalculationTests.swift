import Granary
import GranaryConformance
import Testing

@testable import GranarySQL

/// Calculations with one integer and constants, by seeded random ones, against their evaluation step by step.
@Suite struct LinearCalculationTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func aSolvedComparisonHoldsWhereTheCalculationDoes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var solvedCount = 0
        for _ in 0..<200 {
            let steps = (0..<Int.random(in: 1...3, using: &random)).map { _ in Step(&random) }
            let score = ExpressionTree.attribute(path: [], name: "score")
            let tree = steps.reduce(score) { $1.tree(of: $0) }
            // Of constants that are too large together, the steps before are the base, which can fail.
            guard let linear = LinearCalculation(tree), linear.base == score else { continue }
            let (comparison, number) = (
                try #require(ExpressionTree.Comparison.allCases.randomElement(using: &random)),
                Self.number(&random)
            )
            let solved = linear.solved(comparison, number)
            if solved != nil { solvedCount += 1 }
            var bases = (0..<20).map { _ in Self.number(&random) }
            for edge in [linear.safe.lowerBound, linear.safe.upperBound] + (solved.map { [$0.1] } ?? []) {
                bases += [edge, edge &+ 1, edge &- 1]
            }
            for base in bases {
                guard linear.safe.contains(base) else { continue }
                let value = try steps.reduce(Value.integer(base)) { try $1.result(of: $0) }
                guard let (other, bound) = solved else { continue }
                #expect(
                    other.holds(.integer(base), .integer(bound)) == comparison.holds(value, .integer(number)),
                    "seed \(seed)")
            }
        }
        #expect(solvedCount > 0)
    }

    /// A calculation with a constant on one side.
    private struct Step {
        let operation: ExpressionTree.Arithmetic
        let number: Int64
        let isOnLeft: Bool

        init(_ random: inout SeededGenerator) {
            operation = [.add, .subtract, .multiply].randomElement(using: &random) ?? .add
            number = LinearCalculationTests.number(&random)
            isOnLeft = Bool.random(using: &random)
        }

        func tree(of inner: ExpressionTree) -> ExpressionTree {
            let constant = ExpressionTree.literal(.integer(number))
            return isOnLeft
                ? .arithmetic(operation, constant, inner) : .arithmetic(operation, inner, constant)
        }

        func result(of value: Value) throws -> Value {
            let constant = Value.integer(number)
            return try isOnLeft ? operation.result(constant, value) : operation.result(value, constant)
        }
    }

    /// A small number mostly, else one of any size.
    fileprivate static func number(_ random: inout SeededGenerator) -> Int64 {
        let limit = Int64.random(in: 0..<4, using: &random) == 0 ? Int64.max : 10
        return Int64.random(in: (-limit)...limit, using: &random)
    }
}
