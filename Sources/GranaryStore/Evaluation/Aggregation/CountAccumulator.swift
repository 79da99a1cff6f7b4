/// Counts values that are not `nil`.
final class CountAccumulator: Accumulator {
    private var count: Int64 = 0

    func add(_ value: Value) { if !value.isNull { count += 1 } }
    func result() -> Value { .integer(count) }
}
