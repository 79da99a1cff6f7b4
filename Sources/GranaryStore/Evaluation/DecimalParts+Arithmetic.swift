extension DecimalParts {
    /// The number with the other sign.
    package var negated: DecimalParts {
        DecimalParts(isNegative: !isNegative, significand: significand, exponent: exponent)
    }

    /// The exact sum; `nil` when it has more digits than a store keeps.
    package func adding(_ other: DecimalParts) -> DecimalParts? {
        if significand == 0 { return other.hasStorableDigits ? other : nil }
        if other.significand == 0 { return hasStorableDigits ? self : nil }
        // A common exponent needs at most some 330 digits: decimals have exponents from −128 to 127.
        let lowest = min(exponent, other.exponent)
        var (left, right) = (BigMagnitude(significand), BigMagnitude(other.significand))
        left.multiply(byPowerOfTen: exponent - lowest)
        right.multiply(byPowerOfTen: other.exponent - lowest)
        guard isNegative != other.isNegative else {
            left.add(right)
            return left.exactDecimal(isNegative: isNegative, exponent: lowest)
        }
        let isReversed = left.compare(right) == .less
        if isReversed { swap(&left, &right) }
        left.subtract(right)
        return left.exactDecimal(isNegative: isNegative != isReversed, exponent: lowest)
    }

    /// The exact product; `nil` when it has more digits than a store keeps.
    func multiplied(by other: DecimalParts) -> DecimalParts? {
        let (high, low) = significand.multipliedFullWidth(by: other.significand)
        let product = BigMagnitude(limbs: [
            UInt64(truncatingIfNeeded: low), UInt64(truncatingIfNeeded: low >> 64),
            UInt64(truncatingIfNeeded: high), UInt64(truncatingIfNeeded: high >> 64),
        ])
        return product.exactDecimal(
            isNegative: isNegative != other.isNegative, exponent: exponent + other.exponent)
    }

    /// The quotient, rounded to 38 digits and at most 128 places, ties to even; `nil` for a divisor of zero.
    func divided(by divisor: DecimalParts) -> DecimalParts? {
        guard divisor.significand != 0 else { return nil }
        guard significand != 0 else { return self }
        // Long division digit by digit: the first 40 digits and whether anything is left decide how to round.
        var (remainder, digits) = (
            significand % divisor.significand, BigMagnitude(significand / divisor.significand)
        )
        var power = exponent - divisor.exponent
        while digits.bitWidth <= 132 {
            var digit: UInt64 = 0
            (digit, remainder) = Self.nextDigit(of: remainder, dividedBy: divisor.significand)
            digits.multiply(by: 10)
            digits.add(BigMagnitude(digit))
            power -= 1
        }
        return digits.nearestDecimal(
            isNegative: isNegative != divisor.isNegative, exponent: power, inexact: remainder != 0)
    }

    /// The next digit of a long division, and the remainder.
    private static func nextDigit(of remainder: UInt128, dividedBy divisor: UInt128) -> (UInt64, UInt128) {
        let scaled = remainder.multipliedFullWidth(by: 10)
        let (digit, left) = divisor.dividingFullWidth(scaled)
        return (UInt64(truncatingIfNeeded: digit), left)
    }
}
