extension ExpressionTree.Comparison {
    /// Whether the comparison holds between two values of kinds that can be compared.
    ///
    /// Two-valued: `nil` is the same as `nil` and differs from everything else, and no ordered comparison
    /// with it holds. Numbers of different kinds are compared by value.
    package func holds(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right || left.compare(right) == .equal
        case .notEqual: !(left == right || left.compare(right) == .equal)
        case .less: !left.isNull && !right.isNull && left.compare(right) == .less
        case .lessOrEqual: !left.isNull && !right.isNull && left.compare(right) != .greater
        case .greater: !left.isNull && !right.isNull && left.compare(right) == .greater
        case .greaterOrEqual: !left.isNull && !right.isNull && left.compare(right) != .less
        }
    }

    /// The comparison that says the same with its sides swapped.
    package var mirrored: ExpressionTree.Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}

/// A comparison.
final class ComparisonNode: ConditionNode {
    private let comparison: ExpressionTree.Comparison
    private let left: any EvaluationNode
    private let right: any EvaluationNode

    init(_ comparison: ExpressionTree.Comparison, _ left: any EvaluationNode, _ right: any EvaluationNode) {
        self.comparison = comparison
        self.left = left
        self.right = right
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        comparison.holds(try left.value(of: row, in: source), try right.value(of: row, in: source))
    }
}

/// A comparison of the row's own column with a constant, the commonest predicate.
final class ColumnComparisonNode: ConditionNode {
    private let comparison: ExpressionTree.Comparison
    private let column: Int
    private let constant: Value

    init(_ comparison: ExpressionTree.Comparison, column: Int, _ constant: Value) {
        self.comparison = comparison
        self.column = column
        self.constant = constant
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        comparison.holds(try row.value(at: column), constant)
    }
}

/// Whether a value is one of a list.
final class MembershipNode: ConditionNode {
    private let inner: any EvaluationNode
    private let list: ValueList

    init(_ inner: any EvaluationNode, _ values: [Value]) {
        self.inner = inner
        list = ValueList(values)
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        list.contains(try inner.value(of: row, in: source))
    }
}

/// Values in ascending order, each once, as comparison by value sees them.
package struct ValueList: Sendable {
    /// The values.
    package let values: [Value]

    /// Sorts values and keeps one of those that are equal.
    package init(_ values: some Sequence<Value>) {
        var distinct: [Value] = []
        for value in values.sorted(by: { $0.precedes($1) }) where distinct.last?.compare(value) != .equal {
            distinct.append(value)
        }
        self.values = distinct
    }

    /// Whether the list has a value; numbers are compared by value.
    ///
    /// - Complexity: logarithmic in the number of values.
    package func contains(_ value: Value) -> Bool {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            switch values[middle].compare(value) {
            case .equal: return true
            case .less: low = middle + 1
            case .greater: high = middle
            }
        }
        return false
    }
}
