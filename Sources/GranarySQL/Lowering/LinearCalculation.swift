import GranaryStore

/// Additions, subtractions and multiplications of one integer with constants, `amount * 3 + 5`.
///
/// The integers for which no step leaves 64 bits form an interval, so one comparison with two constants replaces a test of
/// each result.
struct LinearCalculation {
    /// The integer that is calculated with.
    let base: ExpressionTree
    /// The integers with which no step leaves 64 bits.
    private(set) var safe: ClosedRange<Int64>
    /// The result is `slope * base + constant`.
    private var (slope, constant): (Int64, Int64)

    /// Reads a calculation; `nil` for another one, and where constants alone leave 64 bits.
    init?(_ tree: ExpressionTree) {
        guard case .arithmetic(let operation, let left, let right) = tree else { return nil }
        if case .literal(.integer(let number)) = right {
            self.init(of: left)
            guard take(operation, number) else { return nil }
        } else if case .literal(.integer(let number)) = left {
            self.init(of: right)
            guard operation != .subtract || negate(), take(operation == .subtract ? .add : operation, number)
            else {
                return nil
            }
        } else {
            return nil
        }
    }

    private init(of tree: ExpressionTree) {
        if let inner = LinearCalculation(tree) {
            self = inner
        } else {
            base = tree
            safe = Int64.min...Int64.max
            slope = 1
            constant = 0
        }
    }

    /// The comparison of the base that holds where one of the result with a number does, among the integers with which no
    /// step leaves 64 bits; `nil` if there is none.
    func solved(_ comparison: ExpressionTree.Comparison, _ number: Int64) -> (
        ExpressionTree.Comparison, Int64
    )? {
        if slope == 0 { return nil }
        // The difference has up to 65 bits.
        var (divisor, distance) = (Int128(slope), Int128(number) - Int128(constant))
        var comparison = comparison
        if slope < 0 { (divisor, distance, comparison) = (-divisor, -distance, comparison.mirrored) }
        let bound: Int128
        switch comparison {
        case .greater, .lessOrEqual: bound = distance.dividedDown(by: divisor)
        case .less, .greaterOrEqual: bound = distance.dividedUp(by: divisor)
        case .equal, .notEqual:
            guard distance.isMultiple(of: divisor) else { return nil }
            bound = distance / divisor
        }
        return Int64(exactly: bound).map { (comparison, $0) }
    }

    /// Adds, subtracts or multiplies with a number behind what was calculated; returns whether it is linear still.
    private mutating func take(_ operation: ExpressionTree.Arithmetic, _ number: Int64) -> Bool {
        switch operation {
        case .add: constant.add(number) && narrow()
        case .subtract: constant.subtract(number) && narrow()
        case .multiply: slope.multiply(by: number) && constant.multiply(by: number) && narrow()
        case .divide, .remainder: false
        }
    }

    /// Changes the sign, as a first half of a subtraction from a number, which the second half narrows.
    private mutating func negate() -> Bool { slope.multiply(by: -1) && constant.multiply(by: -1) }

    /// Leaves out the integers whose result is beyond 64 bits; returns whether any is left.
    private mutating func narrow() -> Bool {
        if slope == 0 { return true }
        // The differences have up to 65 bits.
        let ends = [Int64.min, Int64.max].map { (Int128($0) - Int128(constant)) }
        let (low, high) = slope > 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
        let divisor = Int128(slope)
        let first = max(low.dividedUp(by: divisor), Int128(safe.lowerBound))
        let last = min(high.dividedDown(by: divisor), Int128(safe.upperBound))
        guard first <= last else { return false }
        safe = Int64(first)...Int64(last)
        return true
    }
}

extension Int64 {
    fileprivate mutating func add(_ other: Int64) -> Bool { keep(addingReportingOverflow(other)) }
    fileprivate mutating func subtract(_ other: Int64) -> Bool { keep(subtractingReportingOverflow(other)) }
    fileprivate mutating func multiply(by other: Int64) -> Bool {
        keep(multipliedReportingOverflow(by: other))
    }

    private mutating func keep(_ result: (partialValue: Int64, overflow: Bool)) -> Bool {
        self = result.partialValue
        return !result.overflow
    }
}

extension Int128 {
    /// The quotient, rounded towards the smaller number.
    fileprivate func dividedDown(by other: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: other)
        return remainder != 0 && (remainder < 0) != (other < 0) ? quotient - 1 : quotient
    }

    /// The quotient, rounded towards the larger number.
    fileprivate func dividedUp(by other: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: other)
        return remainder != 0 && (remainder < 0) == (other < 0) ? quotient + 1 : quotient
    }
}
