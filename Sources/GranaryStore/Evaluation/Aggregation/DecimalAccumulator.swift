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
