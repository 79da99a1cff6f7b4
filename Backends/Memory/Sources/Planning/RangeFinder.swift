internal import GranaryStore

/// The finest ranges of an order that tests allow.
struct RangeFinder {
    private let tree: RowTree
    private let tests: [IndexableTest.Placed]
    private var fixed: [Value] = []
    private var path: AccessPath

    /// Finds the ranges of the order at a position of a table.
    static func path(
        order: Int, of table: TableState, tests: [IndexableTest.Placed]
    ) -> AccessPath {
        var finder = RangeFinder(tree: table.orders[order], tests: tests, path: AccessPath(order: order))
        finder.find()
        return finder.path
    }

    private init(tree: RowTree, tests: [IndexableTest.Placed], path: AccessPath) {
        self.tree = tree
        self.tests = tests
        self.path = path
    }

    /// Takes column after column as long as there is a test for it.
    private mutating func find() {
        while fixed.count < tree.order.columns.count {
            if let (position, columns, keys) = bestPoints() {
                path.satisfied.insert(position)
                // After several values a further column would need a range for each combination.
                guard keys.count == 1, let key = keys.first else {
                    path.ranges = keys.map { .equal(to: ValuesProbe(fixed + $0, tree.order)) }
                    return
                }
                fixed += key
                path.fixedColumns.formUnion(columns)
            } else {
                path.ranges = [interval() ?? whole]
                return
            }
        }
        path.ranges = [whole]
    }

    /// The rows with the values found so far.
    private var whole: RowRange {
        fixed.isEmpty ? .all : .equal(to: ValuesProbe(fixed, tree.order))
    }

    /// The test for the next columns with the fewest values.
    private func bestPoints() -> (position: Int, columns: [Int], keys: [[Value]])? {
        let next = tree.order.columns[fixed.count...]
        var best: (position: Int, columns: [Int], keys: [[Value]])?
        for (position, test) in tests {
            guard case .points(let columns, let keys) = test, next.starts(with: columns) else { continue }
            // Each value costs a descent of the tree, so the test with the fewest values wins.
            if keys.count < best?.keys.count ?? .max { best = (position, columns, keys) }
        }
        return best
    }

    /// The rows between the bounds of the next column; `nil` without any.
    private mutating func interval() -> RowRange? {
        let column = tree.order.columns[fixed.count]
        if let prefix = prefix(of: column) { return prefix }
        var lower: (value: Value, isInclusive: Bool)?
        var upper: (value: Value, isInclusive: Bool)?
        if let range = beyond() { return range }
        for (position, test) in tests {
            switch test {
            case .lower(column, let value, let isInclusive):
                if let lower, !Self.isTighter(value, isInclusive, than: lower, .greater) { break }
                lower = (value, isInclusive)
            case .upper(column, let value, let isInclusive):
                if let upper, !Self.isTighter(value, isInclusive, than: upper, .less) { break }
                upper = (value, isInclusive)
            default: continue
            }
            path.satisfied.insert(position)
        }
        if lower == nil, upper == nil { return nil }
        // Bounds that cross would make a range whose end comes before its start.
        if let lower, let upper, Self.isEmpty(lower, upper) { return RowRange(lower: .start, upper: .start) }
        return RowRange(lower: edge(above: lower), upper: edge(below: upper))
    }

    /// The rows behind a position whose first columns are the next of the order; `nil` without one.
    private mutating func beyond() -> RowRange? {
        let next = tree.order.columns[fixed.count...]
        for (position, test) in tests {
            guard case .beyond(let columns, let values, let isAscending) = test else { continue }
            let shared = IndexableTest.sharedCount(of: columns, with: next)
            if shared == 0 { continue }
            let isWhole = shared == columns.count
            if isWhole { path.satisfied.insert(position) }
            let probe = ValuesProbe(
                isWhole && fixed.isEmpty ? values : fixed + values.prefix(shared), tree.order)
            // Rows on an edge that only some columns make are checked one by one.
            return isAscending
                ? RowRange(lower: .at(probe, afterEqual: isWhole), upper: edge(below: nil))
                : RowRange(lower: start, upper: .at(probe, afterEqual: !isWhole))
        }
        return nil
    }

    private mutating func prefix(of column: Int) -> RowRange? {
        for (position, test) in tests {
            guard case .prefix(column, let text) = test else { continue }
            path.satisfied.insert(position)
            return .equal(to: ValuesProbe(fixed, textPrefix: text, tree.order))
        }
        return nil
    }

    private static func isTighter(
        _ value: Value, _ isInclusive: Bool, than other: (value: Value, isInclusive: Bool), _ wanted: Ordering
    ) -> Bool {
        let ordering = value.compare(other.value)
        return ordering == wanted || (ordering == .equal && !isInclusive)
    }

    private static func isEmpty(
        _ lower: (value: Value, isInclusive: Bool), _ upper: (value: Value, isInclusive: Bool)
    ) -> Bool {
        switch lower.value.compare(upper.value) {
        case .less: false
        case .equal: !(lower.isInclusive && upper.isInclusive)
        case .greater: true
        }
    }

    private func edge(above bound: (value: Value, isInclusive: Bool)?) -> RowEdge {
        if let bound {
            return .at(ValuesProbe(fixed + [bound.value], tree.order), afterEqual: !bound.isInclusive)
        }
        // Without a lower bound, the rows begin after those without a value.
        if tree.order.isOptional[fixed.count] {
            return .at(ValuesProbe(fixed + [.null], tree.order), afterEqual: true)
        }
        return start
    }

    /// The beginning of the rows with the values found so far.
    private var start: RowEdge {
        fixed.isEmpty ? .start : .at(ValuesProbe(fixed, tree.order), afterEqual: false)
    }

    private func edge(below bound: (value: Value, isInclusive: Bool)?) -> RowEdge {
        if let bound {
            return .at(ValuesProbe(fixed + [bound.value], tree.order), afterEqual: bound.isInclusive)
        }
        return fixed.isEmpty ? .end : .at(ValuesProbe(fixed, tree.order), afterEqual: true)
    }
}
