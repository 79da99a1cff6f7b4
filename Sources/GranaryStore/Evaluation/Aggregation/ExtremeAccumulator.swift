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
