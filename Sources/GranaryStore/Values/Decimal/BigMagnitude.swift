/// A natural number of any size, with the multi-precision arithmetic that exact sums and comparisons need.
///
/// Limbs of 64 bits, the lowest first, without leading zeros, so zero has no limbs. Numbers here have at most
/// some forty limbs, which the callers guarantee.
struct BigMagnitude: Sendable, Hashable {
    private(set) var limbs: [UInt64] = []

    /// Zero.
    init() {}

    /// Makes a number from 64 bits.
    init(_ value: UInt64) { if value != 0 { limbs = [value] } }

    /// Makes a number from 128 bits.
    init(_ value: UInt128) {
        limbs = [UInt64(truncatingIfNeeded: value), UInt64(truncatingIfNeeded: value >> 64)]
        trim()
    }

    /// Makes a number from limbs, the lowest first.
    init(limbs: [UInt64]) {
        self.limbs = limbs
        trim()
    }

    /// Whether the number is zero.
    var isZero: Bool { limbs.isEmpty }

    /// How many bits the number needs; 0 for zero.
    var bitWidth: Int { limbs.count * 64 - (limbs.last?.leadingZeroBitCount ?? 0) }

    /// Orders two numbers.
    func compare(_ other: BigMagnitude) -> Ordering {
        guard limbs.count == other.limbs.count else { return Ordering(limbs.count, other.limbs.count) }
        for index in limbs.indices.reversed() where limbs[index] != other.limbs[index] {
            return Ordering(limbs[index], other.limbs[index])
        }
        return .equal
    }

    /// Removes leading zeros.
    private mutating func trim() {
        while limbs.last == 0 { limbs.removeLast() }
    }
}

extension BigMagnitude {
    /// Adds another number.
    mutating func add(_ other: BigMagnitude) {
        var carry: UInt64 = 0
        for index in 0..<max(limbs.count, other.limbs.count) {
            if index == limbs.count { limbs.append(0) }
            let addend = index < other.limbs.count ? other.limbs[index] : 0
            let total = UInt128(limbs[index]) + UInt128(addend) + UInt128(carry)
            limbs[index] = UInt64(truncatingIfNeeded: total)
            carry = UInt64(truncatingIfNeeded: total >> 64)
        }
        if carry != 0 { limbs.append(carry) }
    }

    /// Subtracts a number that is not larger.
    mutating func subtract(_ other: BigMagnitude) {
        var borrow: UInt64 = 0
        for index in limbs.indices {
            let subtrahend = index < other.limbs.count ? other.limbs[index] : 0
            let (first, below) = limbs[index].subtractingReportingOverflow(subtrahend)
            let (second, belowAgain) = first.subtractingReportingOverflow(borrow)
            limbs[index] = second
            borrow = below || belowAgain ? 1 : 0
        }
        trim()
    }

    /// Multiplies by a number of 64 bits.
    mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            let product = UInt128(limbs[index]) * UInt128(factor) + UInt128(carry)
            limbs[index] = UInt64(truncatingIfNeeded: product)
            carry = UInt64(truncatingIfNeeded: product >> 64)
        }
        if carry != 0 { limbs.append(carry) }
        trim()
    }

    /// Divides by a number that is not zero, and returns the remainder.
    mutating func divide(by divisor: UInt64) -> UInt64 {
        var remainder: UInt64 = 0
        for index in limbs.indices.reversed() {
            (limbs[index], remainder) = divisor.dividingFullWidth((remainder, limbs[index]))
        }
        trim()
        return remainder
    }

    /// Multiplies by ten to a power that is not negative.
    mutating func multiply(byPowerOfTen power: Int) {
        var left = power
        while left > 0 {
            let step = min(left, 19)
            multiply(by: Self.powersOfTen[step])
            left -= step
        }
    }

    /// Divides by ten to a power that is not negative, and returns whether there was no remainder.
    mutating func divide(byPowerOfTen power: Int) -> Bool {
        var (left, exact) = (power, true)
        while left > 0 {
            let step = min(left, 19)
            if divide(by: Self.powersOfTen[step]) != 0 { exact = false }
            left -= step
        }
        return exact
    }

    /// Multiplies by two to a power that is not negative.
    mutating func shiftLeft(by bits: Int) {
        guard !isZero else { return }
        let (whole, part) = bits.quotientAndRemainder(dividingBy: 64)
        if part > 0 { multiply(by: 1 << UInt64(part)) }
        limbs.insert(contentsOf: repeatElement(0, count: whole), at: 0)
    }

    /// The powers of ten that fit 64 bits, from 10^0 to 10^19.
    private static let powersOfTen: [UInt64] = UInt128.powersOfTen[0...19].map { UInt64($0) }
}
