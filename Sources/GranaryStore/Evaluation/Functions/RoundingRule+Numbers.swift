internal import FoundationEssentials

extension ExpressionTree.RoundingRule {
    /// The number rounded to some places, in its kind; other values are `nil`.
    func rounded(_ value: Value, places: Int) -> Value {
        switch value {
        case .integer: value
        case .real(let number): .real(rounded(number, places: places))
        case .decimal(let number):
            DecimalParts(number).flatMap { rounded($0, places: places).decimal }.map(Value.decimal) ?? .null
        default: .null
        }
    }

    /// The number as a decimal.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` for more than 38 digits.
    func decimal(_ value: Value, places: Int) throws(GranaryError) -> Value {
        switch value {
        case .integer(let number): return .decimal(Decimal(number))
        case .real(let number):
            guard let parts = parts(of: number, places: places), parts.hasStorableDigits,
                let decimal = parts.decimal
            else { throw ExpressionTree.Arithmetic.beyondDecimals }
            return .decimal(decimal)
        default: return rounded(value, places: places)
        }
    }

    /// The number as an integer.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` beyond 64 bits.
    func integer(_ value: Value) throws(GranaryError) -> Value {
        let parts: DecimalParts?
        switch value {
        case .real(let number): parts = self.parts(of: number, places: 0)
        case .decimal(let number): parts = DecimalParts(number).map { rounded($0, places: 0) }
        case .integer: return value
        default: return .null
        }
        guard let parts, let integer = parts.integer else { throw ExpressionTree.Arithmetic.beyondIntegers }
        return .integer(integer)
    }

    private func rounded(_ number: Double, places: Int) -> Double {
        // Beyond 2^52 there are no fractions.
        guard number.magnitude < 0x1p52, let parts = parts(of: number, places: places) else { return number }
        if parts.significand == 0 { return 0 }
        let nearest = Double("\(parts.significand)e\(parts.exponent)") ?? number.magnitude
        return parts.isNegative ? -nearest : nearest
    }

    /// A floating-point number rounded to some places, exactly; `nil` if it is not finite or has more than 38 digits.
    private func parts(of number: Double, places: Int) -> DecimalParts? {
        guard number.isFinite, let power = UInt128.powerOfTen(places) else { return nil }
        // A whole number of units of 2^−`bits`, below 2^53.
        let exponent = Int(number.exponentBitPattern)
        let units = number.significandBitPattern | (exponent == 0 ? 0 : 1 << 52)
        let bits = 1075 - max(exponent, 1)
        if bits < 0 {
            var magnitude = BigMagnitude(units)
            magnitude.shiftLeft(by: -bits)
            return magnitude.exactDecimal(isNegative: number < 0, exponent: 0)
        }
        // Units times 10^18 have at most 113 bits.
        let scaled = rounded(UInt128(units) * power, droppingBits: bits, number < 0)
        return DecimalParts(isNegative: number < 0, significand: scaled, exponent: -places)
    }

    private func rounded(_ parts: DecimalParts, places: Int) -> DecimalParts {
        let dropped = -places - parts.exponent
        guard dropped > 0 else { return parts }
        guard let divisor = UInt128.powerOfTen(dropped) else {
            // So much smaller than one unit that it is below half of it.
            let digit: UInt128 = addsOne(isNegative: parts.isNegative, isOdd: false, rest: .less) ? 1 : 0
            return DecimalParts(isNegative: parts.isNegative, significand: digit, exponent: -places)
        }
        let (quotient, rest) = parts.significand.quotientAndRemainder(dividingBy: divisor)
        let order = rest == 0 ? nil : Ordering(rest, divisor - rest)
        let adds = addsOne(isNegative: parts.isNegative, isOdd: quotient & 1 == 1, rest: order)
        return DecimalParts(
            isNegative: parts.isNegative, significand: quotient + (adds ? 1 : 0), exponent: -places)
    }

    /// Divides by a power of two, and rounds.
    private func rounded(_ number: UInt128, droppingBits bits: Int, _ isNegative: Bool) -> UInt128 {
        if bits == 0 || number == 0 { return number }
        if bits >= UInt128.bitWidth {
            return addsOne(isNegative: isNegative, isOdd: false, rest: .less) ? 1 : 0
        }
        let quotient = number >> UInt128(bits)
        let rest = number & ((1 << UInt128(bits)) - 1)
        let order = rest == 0 ? nil : Ordering(rest, 1 << UInt128(bits - 1))
        return quotient + (addsOne(isNegative: isNegative, isOdd: quotient & 1 == 1, rest: order) ? 1 : 0)
    }

    /// Whether a magnitude is rounded away from zero; the rest, if any, is compared with one half.
    private func addsOne(isNegative: Bool, isOdd: Bool, rest: Ordering?) -> Bool {
        guard let rest else { return false }
        return switch self {
        case .toNearestOrEven: rest == .greater || (rest == .equal && isOdd)
        case .toNearestOrAwayFromZero: rest != .less
        case .up: !isNegative
        case .down: isNegative
        case .towardZero: false
        case .awayFromZero: true
        }
    }
}

extension DecimalParts {
    /// The number as an integer; `nil` if it has a fraction or is beyond 64 bits.
    fileprivate var integer: Int64? {
        guard exponent >= 0, let power = UInt128.powerOfTen(exponent) else { return nil }
        let (magnitude, overflow) = significand.multipliedReportingOverflow(by: power)
        guard !overflow, magnitude <= 1 << 63 else { return nil }
        return Int64(exactly: isNegative ? -Int128(magnitude) : Int128(magnitude))
    }
}
