extension DecimalParts: Comparable {
    /// Whether the first number is smaller than the second; exact.
    package static func < (left: DecimalParts, right: DecimalParts) -> Bool { left.compare(right) == .less }

    /// Orders two numbers exactly, by value.
    package func compare(_ other: DecimalParts) -> Ordering {
        guard isNegative == other.isNegative else { return isNegative ? .less : .greater }
        let magnitudes = compareMagnitude(other)
        return isNegative ? magnitudes.reversed : magnitudes
    }

    private func compareMagnitude(_ other: DecimalParts) -> Ordering {
        if exponent == other.exponent { return Ordering(significand, other.significand) }
        if significand == 0 || other.significand == 0 { return Ordering(significand, other.significand) }
        let leading = Ordering(leadingExponent, other.leadingExponent)
        if leading != .equal { return leading }
        return exponent > other.exponent
            ? Self.compareScaled(significand, exponent - other.exponent, other.significand)
            : Self.compareScaled(other.significand, other.exponent - exponent, significand).reversed
    }

    /// Compares `left` × 10^`power` with `right`; a product that does not fit is larger.
    private static func compareScaled(_ left: UInt128, _ power: Int, _ right: UInt128) -> Ordering {
        guard let factor = UInt128.powerOfTen(power) else { return .greater }
        let (product, overflow) = left.multipliedReportingOverflow(by: factor)
        return overflow ? .greater : Ordering(product, right)
    }
}
