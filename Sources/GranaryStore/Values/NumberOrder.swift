package import FoundationEssentials

/// Exact comparison of numbers of different kinds: nothing is converted to a type that would round it.
package enum NumberOrder {
    /// Orders two floating-point numbers; NaN equals itself and comes first, −0.0 equals 0.
    package static func compare(_ left: Double, _ right: Double) -> Ordering {
        if left < right { return .less }
        if left > right { return .greater }
        return Ordering(left.isNaN ? 0 : 1, right.isNaN ? 0 : 1)
    }

    /// Orders an integer and a floating-point number by value.
    package static func compare(_ left: Int64, _ right: Double) -> Ordering {
        if right.isNaN { return .greater }
        let limit = 0x1p63
        if right >= limit { return .less }
        if right < -limit { return .greater }
        let whole = right.rounded(.towardZero)
        return Ordering(left, Int64(whole)).then(Ordering(0, right - whole))
    }

    /// Orders an integer and a decimal by value.
    package static func compare(_ left: Int64, _ right: Decimal) -> Ordering {
        guard let right = DecimalParts(right) else { return .greater }
        return DecimalParts(left).compare(right)
    }

    /// Orders a floating-point number and a decimal by value.
    package static func compare(_ left: Double, _ right: Decimal) -> Ordering {
        guard let right = DecimalParts(right) else { return left.isNaN ? .equal : .greater }
        if left.isNaN { return .less }
        let sign = Ordering(left, 0)
        let otherSign: Ordering = right.isNegative ? .less : (right.significand == 0 ? .equal : .greater)
        guard sign == otherSign, sign != .equal else { return Ordering(sign.rawValue, otherSign.rawValue) }
        let magnitudes = compareMagnitudes(left.magnitude, right)
        return sign == .less ? magnitudes.reversed : magnitudes
    }

    /// Compares a positive floating-point number with the magnitude of a decimal that is not zero.
    private static func compareMagnitudes(_ real: Double, _ decimal: DecimalParts) -> Ordering {
        // Every Decimal lies well between these limits, so the remaining values need few limbs.
        if real >= 0x1p700 { return .greater }
        if real < 0x1p-700 { return .less }
        let scale = Int(real.exponent) - 52
        var left = BigMagnitude(UInt64(real.significandBitPattern | 1 << 52))
        var right = BigMagnitude(decimal.significand)
        if decimal.exponent < 0 {
            left.multiply(byPowerOfTen: -decimal.exponent)
        } else {
            right.multiply(byPowerOfTen: decimal.exponent)
        }
        if scale < 0 { right.shiftLeft(by: -scale) } else { left.shiftLeft(by: scale) }
        return left.compare(right)
    }
}
