/// The correctly rounded sum and average of floating-point numbers: exact until the end, so the order of the numbers
/// does not matter and intermediate steps cannot overflow.
///
/// The numbers are added into one fixed-point number that is as wide as the range of `Double` (a
/// superaccumulator), kept in digits of 32 bits with 64 bits of room each.
package struct RealSum: Sendable {
    /// How many numbers were added.
    package private(set) var count = 0
    private var digits = [Int64](repeating: 0, count: 68)
    private var additionsSinceCarry = 0
    private var hasPositiveInfinity = false
    private var hasNegativeInfinity = false
    private var hasNaN = false

    /// The digit of lowest weight counts units of 2 to this power.
    private static let lowestExponent = -1074

    /// Makes the sum of nothing.
    package init() {}

    /// Adds a number.
    package mutating func add(_ value: Double) {
        count &+= 1
        guard value.isFinite else { return addSpecial(value) }
        let field = Int(value.exponentBitPattern)
        let significand = value.significandBitPattern | (field == 0 ? 0 : 1 << 52)
        let (index, shift) = max(field - 1, 0).quotientAndRemainder(dividingBy: 32)
        let low = Int64((significand << UInt64(shift)) & 0xffff_ffff)
        let middle = Int64((significand >> UInt64(32 - shift)) & 0xffff_ffff)
        let high = Int64(significand >> UInt64(64 - shift))
        if value.sign == .plus {
            digits[index] += low
            digits[index + 1] += middle
            digits[index + 2] += high
        } else {
            digits[index] -= low
            digits[index + 1] -= middle
            digits[index + 2] -= high
        }
        additionsSinceCarry += 1
        if additionsSinceCarry == 1 << 30 { carry() }
    }

    /// Adds the numbers of another sum.
    package mutating func add(_ other: RealSum) {
        var other = other
        other.carry()
        carry()
        for index in digits.indices { digits[index] += other.digits[index] }
        carry()
        count &+= other.count
        hasPositiveInfinity = hasPositiveInfinity || other.hasPositiveInfinity
        hasNegativeInfinity = hasNegativeInfinity || other.hasNegativeInfinity
        hasNaN = hasNaN || other.hasNaN
    }

    /// The double nearest to the exact sum, ties to even; 0 of nothing.
    ///
    /// Infinite when an added number is.
    /// - Throws: ``GranaryError/Code/overflow`` when the sum of finite numbers is beyond the range of
    ///   `Double`, and when infinities of both signs were added; ``GranaryError/Code/invalidValue`` when NaN
    ///   was.
    package func sum() throws(GranaryError) -> Double {
        if let special = try specialResult() { return special }
        let (isNegative, magnitude) = exact()
        let rounded = magnitude.nearestDouble(exponent: Self.lowestExponent)
        guard rounded.isFinite else {
            throw GranaryError(.overflow, "The sum leaves the range of floating-point numbers.")
        }
        return isNegative ? -rounded : rounded
    }

    /// The double nearest to the exact average, ties to even; `nil` of nothing.
    ///
    /// Throws as ``sum()`` does, except that the average of finite numbers never leaves the range.
    package func average() throws(GranaryError) -> Double? {
        guard count > 0 else { return nil }
        if let special = try specialResult() { return special }
        let (isNegative, magnitude) = exact()
        let rounded = magnitude.nearestDouble(exponent: Self.lowestExponent, dividedBy: UInt64(count))
        return isNegative && rounded != 0 ? -rounded : rounded
    }
}

extension RealSum {
    private mutating func addSpecial(_ value: Double) {
        if value.isNaN {
            hasNaN = true
        } else if value > 0 {
            hasPositiveInfinity = true
        } else {
            hasNegativeInfinity = true
        }
    }

    private func specialResult() throws(GranaryError) -> Double? {
        if hasNaN { throw GranaryError(.invalidValue, "NaN cannot be added up; leave such numbers out.") }
        switch (hasPositiveInfinity, hasNegativeInfinity) {
        case (false, false): return nil
        case (true, false): return .infinity
        case (false, true): return -.infinity
        case (true, true): throw GranaryError(.overflow, "Infinities of both signs have no sum.")
        }
    }

    /// Brings every digit but the highest into the range of 32 bits.
    private mutating func carry() {
        additionsSinceCarry = 0
        for index in 0..<(digits.count - 1) {
            digits[index + 1] += digits[index] >> 32
            digits[index] &= 0xffff_ffff
        }
    }

    /// The exact sum in units of 2^`lowestExponent`.
    private func exact() -> (isNegative: Bool, BigMagnitude) {
        var carried = self
        carried.carry()
        let isNegative = (carried.digits.last ?? 0) < 0
        if isNegative {
            for index in carried.digits.indices { carried.digits[index].negate() }
            carried.carry()
        }
        let limbs = stride(from: 0, to: carried.digits.count, by: 2).map {
            UInt64(carried.digits[$0]) | UInt64(carried.digits[$0 + 1]) << 32
        }
        return (isNegative, BigMagnitude(limbs: limbs))
    }
}
