internal import FoundationEssentials

/// The running state of one aggregate function over the rows of one group.
protocol Accumulator: AnyObject {
    /// Takes the value of the next row.
    func add(_ value: Value)
    /// The result so far.
    func result() throws -> Value
}

/// Counts values that are not `nil`.
final class CountAccumulator: Accumulator {
    private var count: Int64 = 0

    func add(_ value: Value) { if !value.isNull { count += 1 } }
    func result() -> Value { .integer(count) }
}

/// Counts different values that are not `nil`.
final class DistinctAccumulator: Accumulator {
    private var values: Set<Value> = []

    func add(_ value: Value) { if !value.isNull { values.insert(value) } }
    func result() -> Value { .integer(Int64(values.count)) }
}

/// Keeps the smallest or the largest value that is not `nil`.
final class ExtremeAccumulator: Accumulator {
    private let wanted: Ordering
    private var extreme = Value.null

    /// Keeps the smallest value for `less`, the largest for `greater`.
    init(_ wanted: Ordering) { self.wanted = wanted }

    func add(_ value: Value) {
        if value.isNull { return }
        if extreme.isNull || value.compare(extreme) == wanted { extreme = value }
    }
    func result() -> Value { extreme }
}

/// Adds integers up.
final class IntegerAccumulator: Accumulator {
    private let isAverage: Bool
    private var sum = IntegerSum()

    init(isAverage: Bool) { self.isAverage = isAverage }

    func add(_ value: Value) { if case .integer(let number) = value { sum.add(number) } }
    func result() throws -> Value {
        isAverage ? sum.average.map(Value.real) ?? .null : .integer(try sum.sum())
    }
}

/// Adds floating-point numbers up.
final class RealAccumulator: Accumulator {
    private let isAverage: Bool
    private var sum = RealSum()

    init(isAverage: Bool) { self.isAverage = isAverage }

    func add(_ value: Value) { if case .real(let number) = value { sum.add(number) } }
    func result() throws -> Value {
        isAverage ? try sum.average().map(Value.real) ?? .null : .real(try sum.sum())
    }
}

/// Adds decimals up.
final class DecimalAccumulator: Accumulator {
    private let isAverage: Bool
    private var sum = DecimalSum()

    init(isAverage: Bool) { self.isAverage = isAverage }

    func add(_ value: Value) { if case .decimal(let number) = value { sum.add(number) } }
    func result() throws -> Value {
        isAverage ? try sum.average().map(Value.decimal) ?? .null : .decimal(try sum.sum())
    }
}
