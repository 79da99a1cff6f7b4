extension BigMagnitude {
    /// The double nearest to this number × 2^`exponent`, ties to even; infinity beyond the range.
    ///
    /// `inexact` says that the true number is larger by less than one unit; this number then needs 64 bits or
    /// more.
    func nearestDouble(exponent: Int, inexact: Bool = false) -> Double {
        guard !isZero else { return 0 }
        let leading = bitWidth - 1 + exponent
        guard leading <= 1023 else { return .infinity }
        let lastKept = max(leading - 52, -1074)
        let dropped = lastKept - exponent
        guard dropped > 0 else {
            return Double(sign: .plus, exponent: exponent, significand: Double(limbs[0]))
        }
        var kept = bits(from: dropped)
        if bits(from: dropped - 1) & 1 == 1, inexact || hasBits(below: dropped - 1) || kept & 1 == 1 {
            kept += 1
        }
        return Double(sign: .plus, exponent: lastKept, significand: Double(kept))
    }

    /// The double nearest to this number × 2^`exponent` ÷ `divisor`, which is not zero.
    func nearestDouble(exponent: Int, dividedBy divisor: UInt64) -> Double {
        guard !isZero else { return 0 }
        var quotient = self
        let shift = max(0, 130 - bitWidth)
        quotient.shiftLeft(by: shift)
        let remainder = quotient.divide(by: divisor)
        return quotient.nearestDouble(exponent: exponent - shift, inexact: remainder != 0)
    }

    /// 64 bits of the number, beginning at a bit.
    private func bits(from position: Int) -> UInt64 {
        let (index, shift) = position.quotientAndRemainder(dividingBy: 64)
        let low = index < limbs.count ? limbs[index] >> UInt64(shift) : 0
        let high = index + 1 < limbs.count ? limbs[index + 1] << UInt64(64 - shift) : 0
        return low | high
    }

    /// Whether any bit below a position is set.
    private func hasBits(below position: Int) -> Bool {
        let (index, shift) = position.quotientAndRemainder(dividingBy: 64)
        if limbs.prefix(index).contains(where: { $0 != 0 }) { return true }
        return index < limbs.count && limbs[index] & ((1 << UInt64(shift)) - 1) != 0
    }
}

extension BigMagnitude {
    /// The number × 10^`exponent` as parts, without rounding; `nil` when it has more digits than a store
    /// keeps.
    func exactDecimal(isNegative: Bool, exponent: Int) -> DecimalParts? {
        var (digits, power) = (self, exponent)
        while digits.limbs.count > 2 {
            guard digits.divide(by: 10) == 0 else { return nil }
            power += 1
        }
        let parts = DecimalParts(isNegative: isNegative, significand: digits.low128, exponent: power)
        return parts.hasStorableDigits ? parts : nil
    }

    /// The number × 10^`exponent`, rounded to the precision of stores, ties to even.
    ///
    /// `inexact` says that the true number is larger by less than one unit; this number then needs 129 bits
    /// or more.
    func nearestDecimal(isNegative: Bool, exponent: Int, inexact: Bool) -> DecimalParts {
        var (digits, power, last, rest) = (self, exponent, UInt64(0), inexact)
        let limit = UInt128.powersOfTen[DecimalLimits.digits]
        while digits.limbs.count > 2 || digits.low128 >= limit || power < -128 {
            if last != 0 { rest = true }
            last = digits.divide(by: 10)
            power += 1
        }
        let kept = digits.low128
        let up = last > 5 || (last == 5 && (rest || kept & 1 == 1))
        return DecimalParts(isNegative: isNegative, significand: kept + (up ? 1 : 0), exponent: power)
    }

    /// The lowest 128 bits.
    private var low128: UInt128 {
        UInt128(limbs.first ?? 0) | UInt128(limbs.count > 1 ? limbs[1] : 0) << 64
    }
}
