import Granary

extension NaiveEvaluator {
    /// A value of members, whose keys have one part.
    func value(
        _ function: ExpressionTree.MemberFunction, _ members: [Place], _ operands: [ExpressionTree]
    ) throws -> Value {
        let chosen = try members.filter { try holds(operands[1], $0) }
        if case .first(let terms) = function {
            return try first(of: chosen, terms, Array(operands.dropFirst(2))).map {
                try value(operands[0], $0)
            } ?? .null
        }
        let values = try chosen.map { try value(operands[0], $0) }.filter { !$0.isNull }
        let sum = values.reduce(Int128(0)) { sum, value in
            if case .integer(let number) = value { sum + Int128(number) } else { sum }
        }
        switch function {
        case .sum:
            guard let exact = Int64(exactly: sum) else { throw GranaryError(.overflow, "") }
            return .integer(exact)
        // Exact for the small numbers that are asked for.
        case .average: return values.isEmpty ? .null : .real(Double(sum) / Double(values.count))
        case .minimum: return values.min { difference($0, $1) < 0 } ?? .null
        default: return values.max { difference($0, $1) < 0 } ?? .null
        }
    }

    /// The member before which no other comes.
    private func first(of members: [Place], _ isDescending: [Bool], _ terms: [ExpressionTree]) throws
        -> Place?
    {
        let keyed = try members.map { member in
            (member, try terms.map { try value($0, member) } + [member.row.values[0]])
        }
        let directions = isDescending + [isDescending.last ?? false]
        return keyed.first { candidate in
            keyed.allSatisfy { other in
                for (descending, pair) in zip(directions, zip(candidate.1, other.1)) {
                    let order = nilFirst(pair.0, pair.1)
                    if order != 0 { return (order < 0) != descending }
                }
                return true
            }
        }?.0
    }

    private func nilFirst(_ left: Value, _ right: Value) -> Int {
        if left.isNull || right.isNull { return (right.isNull ? 1 : 0) - (left.isNull ? 1 : 0) }
        return difference(left, right)
    }
}
