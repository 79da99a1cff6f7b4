internal import FoundationEssentials

extension ExpressionTree.Arithmetic {
    /// The result for two values; `nil` when either is, or when they are not compatible numbers.
    ///
    /// An integer next to a floating-point number or a decimal becomes one. See the functions for each kind.
    package func result(_ left: Value, _ right: Value) throws(GranaryError) -> Value {
        switch (left, right) {
        case (.integer(let a), .integer(let b)): .integer(try integer(a, b))
        case (.real(let a), .real(let b)): real(a, b)
        case (.integer(let a), .real(let b)): real(Double(a), b)
        case (.real(let a), .integer(let b)): real(a, Double(b))
        case (.decimal(let a), .decimal(let b)): .decimal(try decimal(a, b))
        case (.integer(let a), .decimal(let b)): .decimal(try decimal(Decimal(a), b))
        case (.decimal(let a), .integer(let b)): .decimal(try decimal(a, Decimal(b)))
        default: .null
        }
    }

    /// Whether the operation can fail on some values of a kind.
    package func canFail(on type: AttributeType) -> Bool { type != .real }

    /// 64-bit arithmetic; quotients are truncated toward zero, remainders have the sign of the dividend.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` beyond 64 bits; ``GranaryError/Code/divisionByZero``.
    func integer(_ left: Int64, _ right: Int64) throws(GranaryError) -> Int64 {
        if let result = result(left, right) { return result }
        throw isDivision && right == 0 ? Self.divisionByZero : Self.beyondIntegers
    }

    /// The same; `nil` where it fails.
    @inline(__always) func result(_ left: Int64, _ right: Int64) -> Int64? {
        let (result, overflow) =
            switch self {
            case .add: left.addingReportingOverflow(right)
            case .subtract: left.subtractingReportingOverflow(right)
            case .multiply: left.multipliedReportingOverflow(by: right)
            case .divide: left.dividedReportingOverflow(by: right)
            // The smallest integer has the remainder 0 by −1 although their quotient does not fit.
            case .remainder: right == -1 ? (0, false) : left.remainderReportingOverflow(dividingBy: right)
            }
        return overflow ? nil : result
    }

    /// Arithmetic of IEEE 754, where results that are not a number are `nil`; so are quotients that are not
    /// finite.
    private func real(_ left: Double, _ right: Double) -> Value {
        let result =
            switch self {
            case .add: left + right
            case .subtract: left - right
            case .multiply: left * right
            case .divide: (left / right).isFinite ? left / right : .nan
            case .remainder: Double.nan
            }
        return result.isNaN ? .null : .real(result == 0 ? 0 : result)
    }

    /// Exact sums, differences and products; quotients rounded to 38 digits and at most 128 places, ties to
    /// even.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` for exact results of more than 38 digits and for results out of the
    ///   range of `Decimal`; ``GranaryError/Code/divisionByZero``.
    private func decimal(_ left: Decimal, _ right: Decimal) throws(GranaryError) -> Decimal {
        guard let left = DecimalParts(left), let right = DecimalParts(right) else {
            throw Self.beyondDecimals
        }
        let result: DecimalParts? =
            switch self {
            case .add: left.adding(right)
            case .subtract: left.adding(right.negated)
            case .multiply: left.multiplied(by: right)
            case .divide: left.divided(by: right)
            case .remainder: nil
            }
        if let decimal = result?.decimal { return decimal }
        throw isDivision && right.significand == 0 ? Self.divisionByZero : Self.beyondDecimals
    }

    private var isDivision: Bool { self == .divide || self == .remainder }

    private static var divisionByZero: GranaryError {
        GranaryError(
            .divisionByZero,
            "A query divides by zero; leave such rows out with a condition before the division.")
    }

    static var beyondIntegers: GranaryError {
        GranaryError(.overflow, "Arithmetic in a query leaves the range of 64-bit integers.")
    }

    static var beyondDecimals: GranaryError {
        GranaryError(
            .overflow, "Arithmetic in a query needs more than 38 digits or leaves the range of decimals.")
    }
}
