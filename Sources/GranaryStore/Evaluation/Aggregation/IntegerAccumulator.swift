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
