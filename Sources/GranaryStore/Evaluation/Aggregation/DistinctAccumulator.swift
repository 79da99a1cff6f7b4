/// Counts different values that are not `nil`.
final class DistinctAccumulator: Accumulator {
    private var values: Set<Value> = []

    func add(_ value: Value) { if !value.isNull { values.insert(value) } }
    func result() -> Value { .integer(Int64(values.count)) }
}
