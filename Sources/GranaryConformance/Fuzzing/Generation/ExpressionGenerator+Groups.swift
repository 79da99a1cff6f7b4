import Granary

extension ExpressionGenerator {
    /// A condition on groups, over aggregates of the result and others.
    mutating func groupCondition(over columns: [AggregateRequest.Column], depth: Int) -> ExpressionTree {
        if depth > 0 {
            let left = groupCondition(over: columns, depth: depth - 1)
            let right = groupCondition(over: columns, depth: depth - 1)
            return random.pick(.and(left, right), .or(left, right), .not(left))
        }
        let comparison = random.element(of: ExpressionTree.Comparison.allCases) ?? .equal
        switch random.below(4) {
        case 0:
            let column = random.element(of: columns) ?? .count
            return .compare(random.pick(.equal, .notEqual), .aggregate(column), .literal(.null))
        case 1: return .compare(comparison, groupNumber(over: columns), groupNumber(over: columns))
        case 2: return .isIn(.aggregate(.count), [.integer(1), .integer(Int64(random.below(4)))])
        default:
            return .compare(
                comparison, groupNumber(over: columns), .literal(.integer(Int64(random.below(4)))))
        }
    }

    /// A number of a group: an aggregate, or a calculation with one and the number of rows.
    mutating func groupNumber(over columns: [AggregateRequest.Column]) -> ExpressionTree {
        let numbers = columns.filter(\.isNumber)
        let number: ExpressionTree = .aggregate(random.element(of: numbers) ?? .count)
        if random.chance(4) {
            let rule = random.element(of: ExpressionTree.RoundingRule.allCases) ?? .down
            return random.pick(
                .function(.number(.rounded(places: random.below(3), rule)), [number]),
                .function(.choice(.coalesce), [number, .literal(.integer(0))]),
                .function(
                    .choice(.choose),
                    [.compare(.greater, .aggregate(.count), .literal(.integer(1))), number, .literal(.null)]))
        }
        if !mayFail || random.chance(2) { return number }
        let operation = random.pick(ExpressionTree.Arithmetic.add, .subtract, .multiply, .divide)
        return .arithmetic(operation, number, .aggregate(.count))
    }
}

extension AggregateRequest.Column {
    /// Whether the column is a number whatever it is computed over.
    fileprivate var isNumber: Bool {
        switch self {
        case .count, .countOf, .countDistinct, .sum, .average: true
        case .group, .minimum, .maximum, .calculated: false
        }
    }
}
