/// The sum and average of 64-bit integers: intermediate steps cannot overflow, only the result can.
package struct IntegerSum: Sendable {
    /// How many integers were added.
    package private(set) var count = 0
    private var total: Int128 = 0

    /// Makes the sum of nothing.
    package init() {}

    /// Makes the sum of a number of integers.
    package init(_ sum: Int64, of count: Int) {
        total = Int128(sum)
        self.count = count
    }

    /// Removes an integer that was added.
    package mutating func remove(_ value: Int64) {
        total &-= Int128(value)
        count &-= 1
    }

    /// Adds an integer.
    @inline(__always) package mutating func add(_ value: Int64) {
        // 2^63 additions of 64-bit numbers stay below 2^127.
        total &+= Int128(value)
        count &+= 1
    }

    /// Adds the numbers of another sum.
    package mutating func add(_ other: IntegerSum) {
        total &+= other.total
        count &+= other.count
    }

    /// The sum; 0 of nothing.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` when the result is no 64-bit integer.
    package func sum() throws(GranaryError) -> Int64 {
        guard let sum = Int64(exactly: total) else {
            throw GranaryError(.overflow, "The sum leaves the range of 64-bit integers.")
        }
        return sum
    }

    /// The double nearest to the exact average, ties to even; `nil` of nothing.
    package var average: Double? {
        guard count > 0 else { return nil }
        return Double(nearestTo: total, dividedBy: UInt64(count))
    }
}

extension Double {
    /// The double nearest to a quotient of integers, ties to even; the divisor is not zero.
    package init(nearestTo dividend: Int128, dividedBy divisor: UInt64) {
        let magnitude = BigMagnitude(dividend.magnitude).nearestDouble(exponent: 0, dividedBy: divisor)
        self = dividend < 0 ? -magnitude : magnitude
    }
}
