import Granary
import GranaryConformance
import Testing

/// The ranges of integer expressions, by which a calculation is known not to fail, against all values in them.
@Suite(.timeLimit(.minutes(2))) struct IntegerRangeTests {
    private static let values: [Int64] = [.min, .min + 1, -3, -2, -1, 0, 1, 2, 3, .max - 1, .max]

    private static let ranges = values.indices.flatMap { first in
        values[first...].map { values[first]...$0 }
    }

    /// Every result lies in the range, and an operation is known not to fail only where it does not.
    @Test(arguments: ExpressionTree.Arithmetic.allCases)
    func everyResultLiesInTheRange(operation: ExpressionTree.Arithmetic) throws {
        for left in Self.ranges {
            for right in Self.ranges {
                let (range, canFail) = operation.range(left, right)
                for a in Self.values where left.contains(a) {
                    for b in Self.values where right.contains(b) {
                        let found = try? operation.result(.integer(a), .integer(b))
                        let isRight =
                            if case .integer(let number)? = found { range.contains(number) } else { canFail }
                        // An expectation for each of so many takes longer than the rest.
                        if !isRight { Issue.record("\(operation) of \(a) and \(b) in \(left) and \(right)") }
                    }
                }
            }
        }
    }

    /// Between small numbers the range is exact, and so is whether the operation fails.
    @Test(arguments: ExpressionTree.Arithmetic.allCases)
    func smallRangesAreExact(operation: ExpressionTree.Arithmetic) throws {
        let small: [Int64] = Array(-3...3)
        let ranges = small.indices.flatMap { first in small[first...].map { small[first]...$0 } }
        for left in ranges {
            for right in ranges {
                let (range, canFail) = operation.range(left, right)
                let isDivision = operation == .divide || operation == .remainder
                #expect(canFail == (isDivision && right.contains(0)))
                let results = left.flatMap { a in
                    right.compactMap { b -> Int64? in
                        guard case .integer(let number)? = try? operation.result(.integer(a), .integer(b))
                        else {
                            return nil
                        }
                        return number
                    }
                }
                guard let least = results.min(), let most = results.max() else { continue }
                if operation == .remainder {
                    #expect(range.contains(least) && range.contains(most))
                } else {
                    #expect(range == least...most, "\(operation) of \(left) and \(right)")
                }
            }
        }
    }

    @Test func whatCannotFailIsKnown() throws {
        let binder = try EvaluationWorld().binder()
        let count = ExpressionTree.countOf(path: [], relationship: "tags", nil)
        let length = ExpressionTree.function(.text(.byteCount), ["name"])
        let safe: [ExpressionTree] = [
            .arithmetic(.remainder, "score", 23), .arithmetic(.divide, "score", 2),
            .arithmetic(.remainder, "score", -1), .arithmetic(.add, .datePart(.year, "born"), 1),
            .arithmetic(.multiply, count, 1_000), .arithmetic(.subtract, length, count),
            .arithmetic(.add, .arithmetic(.remainder, "score", 23), .arithmetic(.divide, "bonus", 4)),
            .function(.number(.negated), [.arithmetic(.remainder, "score", 9)]),
            .function(.number(.absolute), [length]),
            .arithmetic(.multiply, .function(.number(.smaller), [.datePart(.month, "born"), count]), 7),
            .arithmetic(
                .add, .function(.choice(.choose), ["active", 3, count]), .arithmetic(.divide, "score", 3)),
            .arithmetic(.divide, "score", .null), .arithmetic(.multiply, 4, 5),
        ]
        for tree in safe { #expect(try !binder.bind(tree).canFail, "\(tree)") }
        let unsafe: [ExpressionTree] = [
            .arithmetic(.add, "score", 1), .arithmetic(.divide, "score", -1),
            .arithmetic(.divide, "score", 0),
            .arithmetic(.remainder, "score", 0), .arithmetic(.divide, 1, "score"),
            .arithmetic(.multiply, count, "score"), .function(.number(.negated), ["score"]),
            .function(.number(.absolute), ["bonus"]),
            .arithmetic(.divide, 7, .datePart(.second, "born")),
            .arithmetic(.add, .arithmetic(.divide, "score", 1), 1),
            .arithmetic(.add, .function(.choice(.coalesce), ["score", 3]), 1),
        ]
        for tree in unsafe { #expect(try binder.bind(tree).canFail, "\(tree)") }
    }
}
