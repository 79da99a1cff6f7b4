package import FoundationEssentials

/// The exact sum and the rounded average of decimals, for all exponents and in any order.
///
/// Numbers of one exponent are added as integers; the few sums are combined at the end.
package struct DecimalSum: Sendable {
    /// How many decimals were added.
    package private(set) var count = 0
    private var sums: [Int: SignedTotal] = [:]
    private var hasNaN = false

    /// Makes the sum of nothing.
    package init() {}

    /// Makes the sum of a number of decimals.
    package init(_ sum: Decimal, of count: Int) {
        add(sum)
        self.count = count
    }

    /// Removes a decimal that was added and is not NaN.
    package mutating func remove(_ value: Decimal) {
        add(-value)
        count &-= 2
    }

    /// Adds a decimal.
    package mutating func add(_ value: Decimal) {
        count &+= 1
        guard let parts = DecimalParts(value) else {
            hasNaN = true
            return
        }
        sums[parts.exponent, default: SignedTotal()].add(parts.significand, isNegative: parts.isNegative)
    }

    /// Adds the numbers of another sum.
    package mutating func add(_ other: DecimalSum) {
        count &+= other.count
        hasNaN = hasNaN || other.hasNaN
        sums.merge(other.sums) { mine, theirs in mine.adding(theirs) }
    }

    /// The exact sum; 0 of nothing.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` when the result is beyond the range of `Decimal` or has more
    ///   than 38 significant digits; ``GranaryError/Code/invalidValue`` when NaN was added.
    package func sum() throws(GranaryError) -> Decimal {
        let (isNegative, magnitude, exponent) = try exact()
        guard let sum = magnitude.exactDecimal(isNegative: isNegative, exponent: exponent)?.decimal else {
            throw GranaryError(
                .overflow, "The sum needs more than 38 digits or leaves the range of decimals.")
        }
        return sum
    }

    /// The average to 38 significant digits and at most 128 places, ties to even; `nil` of nothing.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` when NaN was added; ``GranaryError/Code/overflow`` only
    ///   for numbers of more than 38 digits at the very end of the range.
    package func average() throws(GranaryError) -> Decimal? {
        guard count > 0 else { return nil }
        var (isNegative, magnitude, exponent) = try exact()
        guard !magnitude.isZero else { return Decimal() }
        // At least 40 digits of quotient, so that the last kept digit is followed by one to round by.
        let missingBits = max(0, 64 + 134 - magnitude.bitWidth)
        let places = (missingBits * 1234) >> 12 + 1
        magnitude.multiply(byPowerOfTen: places)
        exponent -= places
        let remainder = magnitude.divide(by: UInt64(count))
        let rounded = magnitude.nearestDecimal(
            isNegative: isNegative, exponent: exponent, inexact: remainder != 0)
        guard let average = rounded.decimal else {
            throw GranaryError(.overflow, "The average leaves the range of decimals.")
        }
        return average
    }

    /// The exact sum as sign, magnitude and power of ten.
    private func exact() throws(GranaryError) -> (isNegative: Bool, BigMagnitude, exponent: Int) {
        if hasNaN { throw GranaryError(.invalidValue, "NaN cannot be added up; leave such numbers out.") }
        let lowest = sums.keys.min() ?? 0
        var (positive, negative) = (BigMagnitude(), BigMagnitude())
        for (exponent, sum) in sums {
            positive.add(sum.positive.scaled(byPowerOfTen: exponent - lowest))
            negative.add(sum.negative.scaled(byPowerOfTen: exponent - lowest))
        }
        let isNegative = positive.compare(negative) == .less
        if isNegative { swap(&positive, &negative) }
        positive.subtract(negative)
        return (isNegative, positive, lowest)
    }
}

/// The sums of the positive and of the negative numbers of one exponent.
private struct SignedTotal: Sendable {
    private(set) var positive = WideTotal()
    private(set) var negative = WideTotal()

    mutating func add(_ magnitude: UInt128, isNegative: Bool) {
        if isNegative { negative.add(magnitude) } else { positive.add(magnitude) }
    }

    func adding(_ other: SignedTotal) -> SignedTotal {
        var result = self
        result.positive.add(other.positive)
        result.negative.add(other.negative)
        return result
    }
}

/// A sum of 128-bit numbers that cannot overflow.
private struct WideTotal: Sendable {
    private var low: UInt128 = 0
    private var high: UInt64 = 0

    mutating func add(_ value: UInt128) {
        let (sum, overflow) = low.addingReportingOverflow(value)
        low = sum
        if overflow { high &+= 1 }
    }

    mutating func add(_ other: WideTotal) {
        add(other.low)
        high &+= other.high
    }

    func scaled(byPowerOfTen power: Int) -> BigMagnitude {
        var result = BigMagnitude(limbs: [
            UInt64(truncatingIfNeeded: low), UInt64(truncatingIfNeeded: low >> 64), high,
        ])
        result.multiply(byPowerOfTen: power)
        return result
    }
}
