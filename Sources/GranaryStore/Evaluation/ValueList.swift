/// Values in ascending order, each once, under comparison by value.
package struct ValueList: Sendable {
    /// Integers, if all are: they are compared faster, and need a third of the memory.
    private let integers: [Int64]?
    /// The values, if they are not all integers.
    private let others: [Value]

    /// Sorts values and keeps one of each equal group.
    package init(_ values: [Value]) {
        var integers: [Int64] = []
        if case .integer = values.first { integers.reserveCapacity(values.count) }
        for value in values {
            guard case .integer(let integer) = value else { break }
            integers.append(integer)
        }
        if integers.count == values.count {
            self.integers = Self.distinct(integers.sorted()) { $0 == $1 }
            others = []
        } else {
            self.integers = nil
            others = Self.distinct(values.sorted { $0.precedes($1) }) { $0.compare($1) == .equal }
        }
    }

    private static func distinct<Element>(_ sorted: [Element], _ areEqual: (Element, Element) -> Bool)
        -> [Element]
    {
        var distinct: [Element] = []
        distinct.reserveCapacity(sorted.count)
        for element in sorted {
            if let last = distinct.last, areEqual(last, element) { continue }
            distinct.append(element)
        }
        return distinct
    }

    /// The values.
    ///
    /// - Complexity: linear in their number, if they are integers.
    package var values: [Value] { integers?.map { .integer($0) } ?? others }

    /// Whether the list has a value; numbers are compared by value.
    ///
    /// - Complexity: logarithmic in the number of values.
    package func contains(_ value: Value) -> Bool {
        guard let integers else { return Self.contains(others) { $0.compare(value) } }
        if case .integer(let wanted) = value { return Self.contains(integers) { Ordering($0, wanted) } }
        return Self.contains(integers) { Value.integer($0).compare(value) }
    }

    @inline(__always) private static func contains<Element>(
        _ sorted: [Element], _ compare: (Element) -> Ordering
    ) -> Bool {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            switch compare(sorted[middle]) {
            case .equal: return true
            case .less: low = middle + 1
            case .greater: high = middle
            }
        }
        return false
    }
}
