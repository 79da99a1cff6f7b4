/// Values in ascending order, each once, under comparison by value.
package struct ValueList: Sendable {
    /// The values.
    package let values: [Value]

    /// Sorts values and keeps one of each equal group.
    package init(_ values: some Sequence<Value>) {
        var distinct: [Value] = []
        for value in values.sorted(by: { $0.precedes($1) }) where distinct.last?.compare(value) != .equal {
            distinct.append(value)
        }
        self.values = distinct
    }

    /// Whether the list has a value; numbers are compared by value.
    ///
    /// - Complexity: logarithmic in the number of values.
    package func contains(_ value: Value) -> Bool {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            switch values[middle].compare(value) {
            case .equal: return true
            case .less: low = middle + 1
            case .greater: high = middle
            }
        }
        return false
    }
}
