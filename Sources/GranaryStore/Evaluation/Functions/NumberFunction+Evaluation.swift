internal import FoundationEssentials

extension ExpressionTree.NumberFunction {
    /// The result for one or two values; `nil` when one is.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` where the result leaves its range.
    package func result(_ left: Value, _ right: Value, as kind: ExpressionKind) throws(GranaryError) -> Value
    {
        switch self {
        case .smaller, .larger:
            let (a, b) = (left.promoted(to: kind), right.promoted(to: kind))
            if a.isNull || b.isNull { return .null }
            return b.compare(a) == (self == .smaller ? .less : .greater) ? b : a
        case .absolute: return try left.isNegativeNumber ? negated(left) : left
        case .negated: return try negated(left)
        case .rounded(let places, let rule): return rule.rounded(left, places: places)
        case .squareRoot:
            guard case .real(let number) = left.promoted(to: .value(.real)), number >= 0 else { return .null }
            return .real(number.squareRoot())
        case .elementary(let function): return function.result(left, right)
        case .real: return left.promoted(to: .value(.real))
        case .decimal(let places, let rule): return try rule.decimal(left, places: places)
        case .integer(let rule): return try rule.integer(left)
        }
    }

    private func negated(_ value: Value) throws(GranaryError) -> Value {
        switch value {
        case .integer(let number):
            let (result, overflow) = (0 as Int64).subtractingReportingOverflow(number)
            if overflow { throw ExpressionTree.Arithmetic.beyondIntegers }
            return .integer(result)
        case .real(let number): return .real(0 - number)
        case .decimal(let number): return DecimalParts(number)?.negated.decimal.map(Value.decimal) ?? .null
        default: return .null
        }
    }
}

extension Value {
    fileprivate var isNegativeNumber: Bool {
        switch self {
        case .integer(let number): number < 0
        case .real(let number): number < 0
        case .decimal(let number): number.isSignMinus
        default: false
        }
    }

    /// The number as one of another kind, the nearest one; other values stay as they are.
    func promoted(to kind: ExpressionKind) -> Value {
        switch (self, kind) {
        case (.integer(let number), .value(.real)): .real(Double(number))
        case (.integer(let number), .value(.decimal)): .decimal(Decimal(number))
        case (.decimal(let number), .value(.real)):
            DecimalParts(number).flatMap(\.nearestDouble).map(Value.real) ?? .null
        default: self
        }
    }
}

extension DecimalParts {
    /// The nearest floating-point number.
    fileprivate var nearestDouble: Double? {
        if significand == 0 { return 0 }
        return Double("\(isNegative ? "-" : "")\(significand)e\(exponent)")
    }
}
