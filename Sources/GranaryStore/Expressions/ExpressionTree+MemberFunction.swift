extension ExpressionTree {
    /// How the objects of a relationship to many give one value, in ``ExpressionTree/ofMembers(_:path:relationship:_:)``.
    ///
    /// Each takes a value and a condition as seen from the objects; those for which the condition holds count.
    public enum MemberFunction: Sendable, Hashable, Codable {
        /// The sum of the values that are not `nil`; 0 for none.
        ///
        /// Only the final result can overflow.
        case sum
        /// The mean of the values that are not `nil`; `nil` for none.
        ///
        /// Integers and reals give a real, decimals a decimal.
        case average
        /// The smallest value that is not `nil`; `nil` for none.
        case minimum
        /// The largest value that is not `nil`; `nil` for none.
        case maximum
        /// The value of the first object in an order; `nil` without one.
        ///
        /// The order has a term for each flag, whether larger values come first; the primary key follows, in the direction
        /// of the last term. The terms are operands behind the condition. Other objects' values are not evaluated.
        case first(descending: [Bool])
    }
}

extension ExpressionTree.MemberFunction {
    /// The number of operands: the value, the condition and the terms of an order.
    package var operandCount: Int { if case .first(let terms) = self { 2 + terms.count } else { 2 } }

    /// The function in words for people.
    package var name: String {
        switch self {
        case .sum: "sum"
        case .average: "mean"
        case .minimum: "minimum"
        case .maximum: "maximum"
        case .first: "first"
        }
    }

    /// The aggregate over a value that the function computes; `nil` for the first object.
    package func column(of value: ExpressionTree) -> AggregateRequest.Column? {
        switch self {
        case .sum: .sum(value)
        case .average: .average(value)
        case .minimum: .minimum(value)
        case .maximum: .maximum(value)
        case .first: nil
        }
    }

    /// The order that the operands of a first object name.
    package func order(of operands: [ExpressionTree]) -> [SortTerm] {
        guard case .first(let terms) = self else { return [] }
        return zip(operands.dropFirst(2), terms).map { SortTerm($0, isDescending: $1) }
    }
}
