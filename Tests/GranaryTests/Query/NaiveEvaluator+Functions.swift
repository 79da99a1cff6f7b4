import Granary

extension NaiveEvaluator {
    /// The value of a function, for those that ``RandomExpressions`` makes.
    func value(_ function: ExpressionTree.Function, _ operands: [ExpressionTree], _ place: Place) throws
        -> Value
    {
        switch function {
        case .number(let function): try number(function, try operands.map { try value($0, place) })
        case .choice(.coalesce):
            try operands.lazy.map { try value($0, place) }.first { !$0.isNull } ?? .null
        case .choice(.nilIf):
            try holds(.compare(.equal, operands[0], operands[1]), place) ? .null : value(operands[0], place)
        case .choice(.choose):
            if operands.count == 1 {
                try value(operands[0], place)
            } else if try holds(operands[0], place) {
                try value(operands[1], place)
            } else {
                try value(function, Array(operands.dropFirst(2)), place)
            }
        }
    }

    private func number(_ function: ExpressionTree.NumberFunction, _ values: [Value]) throws -> Value {
        switch (function, values[0], values.last ?? .null) {
        case (.absolute, .integer(let number), _):
            if number == .min { throw GranaryError(.overflow, "") }
            return .integer(number < 0 ? -number : number)
        case (.absolute, .real(let number), _): return .real(number.magnitude)
        case (.negated, .integer(let number), _):
            guard let result = Int64(exactly: -Int128(number)) else { throw GranaryError(.overflow, "") }
            return .integer(result)
        case (.negated, .real(let number), _): return .real(number == 0 ? 0 : -number)
        case (.rounded, .integer, _): return values[0]
        case (.rounded(_, let rule), .real(let number), _):
            let rounded = number.rounded(Self.rules[rule] ?? .down)
            return .real(rounded == 0 ? 0 : rounded)
        case (.smaller, .integer(let a), .integer(let b)): return .integer(min(a, b))
        case (.smaller, .real(let a), .real(let b)): return .real(min(a, b))
        case (.larger, .integer(let a), .integer(let b)): return .integer(max(a, b))
        case (.larger, .real(let a), .real(let b)): return .real(max(a, b))
        default: return .null
        }
    }

    private static let rules: [ExpressionTree.RoundingRule: FloatingPointRoundingRule] = [
        .toNearestOrEven: .toNearestOrEven, .toNearestOrAwayFromZero: .toNearestOrAwayFromZero, .up: .up,
        .down: .down, .towardZero: .towardZero, .awayFromZero: .awayFromZero,
    ]
}
