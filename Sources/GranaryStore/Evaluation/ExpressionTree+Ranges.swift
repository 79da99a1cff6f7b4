extension ClosedRange<Int64> {
    /// All integers of 64 bits.
    static var everything: ClosedRange<Int64> { Int64.min...Int64.max }

    /// What a count or the length of a text can be: no machine addresses more bytes, and no store holds more rows.
    static var counts: ClosedRange<Int64> { 0...(1 << 48) }

    /// The integers between some bounds, those beyond 64 bits left out.
    fileprivate init(_ bounds: [Int128]) {
        let limits = Int128(Int64.min)...Int128(Int64.max)
        let inside = bounds.map {
            Int64(clamping: Swift.min(Swift.max($0, limits.lowerBound), limits.upperBound))
        }
        self = (inside.min() ?? .min)...(inside.max() ?? .max)
    }

    /// The smallest range that holds both.
    func united(with other: ClosedRange<Int64>) -> ClosedRange<Int64> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension ExpressionTree.Arithmetic {
    /// The range of the results for integers of two ranges, and whether the operation can fail for some of them.
    ///
    /// A result beyond 64 bits is an error and no value, so the range ends there.
    package func range(_ left: ClosedRange<Int64>, _ right: ClosedRange<Int64>) -> (
        values: ClosedRange<Int64>, canFail: Bool
    ) {
        switch self {
        case .add: bounded(left, right, +)
        case .subtract: bounded(left, right, -)
        case .multiply: bounded(left, right, *)
        case .divide: quotients(left, right)
        case .remainder: (remainders(left, right), right.contains(0))
        }
    }

    /// The range of an operation whose extremes belong to extremes of the operands.
    private func bounded(
        _ left: ClosedRange<Int64>, _ right: ClosedRange<Int64>, _ result: (Int128, Int128) -> Int128
    ) -> (ClosedRange<Int64>, Bool) {
        let bounds = [left.lowerBound, left.upperBound].flatMap { a in
            [right.lowerBound, right.upperBound].map { result(Int128(a), Int128($0)) }
        }
        return (ClosedRange(bounds), bounds.contains { Int64(exactly: $0) == nil })
    }

    private func quotients(_ left: ClosedRange<Int64>, _ right: ClosedRange<Int64>) -> (
        ClosedRange<Int64>, Bool
    ) {
        // For divisors of one sign the extremes belong to extremes of both operands.
        let divisors = [right.lowerBound, -1, 1, right.upperBound].filter { $0 != 0 && right.contains($0) }
        let bounds = divisors.flatMap { divisor in
            [left.lowerBound, left.upperBound].map { Int128($0) / Int128(divisor) }
        }
        let isBeyond = bounds.contains { Int64(exactly: $0) == nil }
        // Zero is the only divisor if there is no other, and there is no result then.
        return (ClosedRange(bounds.isEmpty ? [0] : bounds), isBeyond || right.contains(0))
    }

    private func remainders(_ left: ClosedRange<Int64>, _ right: ClosedRange<Int64>) -> ClosedRange<Int64> {
        let largest = Swift.max(Int128(right.lowerBound).magnitude, Int128(right.upperBound).magnitude)
        let most = largest == 0 ? 0 : Int128(largest) - 1
        // A remainder has the sign of the dividend, and is not farther from zero.
        return ClosedRange([
            left.lowerBound < 0 ? Swift.max(Int128(left.lowerBound), -most) : 0,
            left.upperBound > 0 ? Swift.min(Int128(left.upperBound), most) : 0,
        ])
    }
}

extension ExpressionTree.NumberFunction {
    /// The range of the results for integers of some ranges, and whether the function can fail for some of them; `nil`
    /// for a function whose results are no integers.
    func range(_ operands: [ClosedRange<Int64>]) -> (values: ClosedRange<Int64>, canFail: Bool)? {
        guard let first = operands.first, let last = operands.last else { return nil }
        switch self {
        case .negated: return ExpressionTree.Arithmetic.subtract.range(0...0, first)
        case .absolute:
            let negated = ExpressionTree.Arithmetic.subtract.range(0...0, first)
            if first.lowerBound >= 0 { return (first, false) }
            if first.upperBound <= 0 { return negated }
            return (0...Swift.max(first.upperBound, negated.values.upperBound), negated.canFail)
        case .rounded, .integer: return (first, false)
        case .smaller:
            return (
                Swift.min(first.lowerBound, last.lowerBound)...Swift.min(first.upperBound, last.upperBound),
                false
            )
        case .larger:
            return (
                Swift.max(first.lowerBound, last.lowerBound)...Swift.max(first.upperBound, last.upperBound),
                false
            )
        case .squareRoot, .elementary, .real, .decimal: return nil
        }
    }
}

extension ExpressionTree.DatePart {
    /// The range of the part, for all dates that 64 bits can count.
    var range: ClosedRange<Int64> {
        switch self {
        case .year: -300_000...300_000
        case .month: 1...12
        case .day: 1...31
        case .hour: 0...23
        case .minute, .second: 0...59
        case .weekday: 1...7
        case .dayOfYear: 1...366
        }
    }
}

extension ExpressionTree.DateUnit {
    /// The range of the number of whole units between two dates of the years 1 to 9999, and some beyond.
    var differences: ClosedRange<Int64> {
        // 12,000 years.
        let most = length.map { 378_700_000_000_000_000 / $0 } ?? 144_000
        return -most...most
    }
}

extension AggregateRequest.Column {
    /// The integers that the column's values lie in; `nil` for other values, and for all integers.
    var range: ClosedRange<Int64>? {
        switch self {
        case .count, .countOf, .countDistinct: .counts
        case .group, .sum, .average, .minimum, .maximum, .calculated: nil
        }
    }
}

extension BoundExpression {
    /// The integers that the values of an integer expression lie in.
    var integers: ClosedRange<Int64> { range ?? .everything }
}
