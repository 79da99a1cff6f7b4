internal import FoundationEssentials

/// A decimal number as sign, significand and exponent without trailing zeros: the form in which decimals are
/// compared, hashed, added and encoded.
///
/// The value is ± `significand` × 10^`exponent`. Equal numbers have equal parts; zero is never negative and has
/// exponent 0. The exponent is not limited to the range of `Decimal`.
package struct DecimalParts: Sendable, Hashable {
    /// Whether the number is below zero.
    package private(set) var isNegative: Bool
    /// The digits; no multiple of ten, except for zero.
    package private(set) var significand: UInt128
    /// The power of ten that the significand is multiplied with.
    package private(set) var exponent: Int

    /// Makes parts from any sign, significand and exponent, and removes trailing zeros.
    package init(isNegative: Bool, significand: UInt128, exponent: Int) {
        let (digits, removed) = significand.withoutTrailingZeros()
        self.significand = digits
        self.isNegative = isNegative && digits != 0
        self.exponent = digits == 0 ? 0 : exponent + removed
    }

    /// Makes parts from an integer.
    package init(_ value: Int64) {
        self.init(isNegative: value < 0, significand: UInt128(value.magnitude), exponent: 0)
    }

    /// How many digits the significand has; 0 for zero.
    package var digitCount: Int { significand.decimalDigitCount }

    /// The exponent of the first digit: the number is at least 10^this and below ten times that.
    package var leadingExponent: Int { exponent + digitCount - 1 }
}

extension UInt128 {
    /// The powers of ten that fit, from 10^0 to 10^38.
    static let powersOfTen: [UInt128] = (0..<38).reduce(into: [1]) { powers, _ in
        powers.append((powers.last ?? 1) * 10)
    }

    /// 10 to the given power; `nil` when it does not fit.
    static func powerOfTen(_ exponent: Int) -> UInt128? {
        powersOfTen.indices.contains(exponent) ? powersOfTen[exponent] : nil
    }

    /// How many decimal digits the number has; 0 for zero.
    var decimalDigitCount: Int {
        // 1233/4096 is just above log10(2), so the estimate is right or one too low.
        let estimate = ((UInt128.bitWidth - leadingZeroBitCount) * 1233) >> 12
        guard let power = UInt128.powerOfTen(estimate) else { return estimate }
        return self >= power ? estimate + 1 : estimate
    }

    /// The number without trailing decimal zeros, and how many there were.
    func withoutTrailingZeros() -> (UInt128, removed: Int) {
        guard self != 0, self & 1 == 0 else { return (self, 0) }
        var (wide, removed) = (self, 0)
        while wide > UInt128(UInt64.max) {
            let (quotient, remainder) = wide.quotientAndRemainder(dividingBy: 10)
            guard remainder == 0 else { return (wide, removed) }
            (wide, removed) = (quotient, removed + 1)
        }
        var narrow = UInt64(truncatingIfNeeded: wide)
        while narrow & 1 == 0, narrow % 10 == 0 {
            narrow /= 10
            removed += 1
        }
        return (UInt128(narrow), removed)
    }
}
