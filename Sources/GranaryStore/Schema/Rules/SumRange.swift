/// The numbers that the type of an attribute can hold.
package struct SumRange: Sendable {
    /// The integers.
    package let integers: ClosedRange<Int64>
    /// The largest floating-point number, without its sign.
    package let magnitude: Double

    /// Makes a range; without limits it is the range of a column.
    package init(
        _ integers: ClosedRange<Int64> = .min ... .max, magnitude: Double = .greatestFiniteMagnitude
    ) {
        self.integers = integers
        self.magnitude = magnitude
    }
}
