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
