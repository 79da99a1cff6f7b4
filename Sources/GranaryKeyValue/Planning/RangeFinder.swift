internal import GranaryStore

/// Finds the narrowest ranges of an order that tests allow.
struct RangeFinder {
    private let table: TableLayout
    private let prefix: [UInt8]
    /// The columns whose elements form the keys of the order.
    private let columns: [Int]
    private let indexed: [Int]
    private let tests: [IndexableTest.Placed]
    private let fixed = KeyValueBuffer()
    private var fixedCount = 0
    private var path: AccessPath

    /// Finds the ranges of an order of a table.
    static func path(
        order: Int, of table: TableLayout, tests: [IndexableTest.Placed]
    ) -> AccessPath {
        var finder = RangeFinder(order, table, tests)
        finder.find()
        finder.path.ranges.removeAll(where: \.isEmpty)
        return finder.path
    }

    private init(_ order: Int, _ table: TableLayout, _ tests: [IndexableTest.Placed]) {
        self.table = table
        self.tests = tests
        prefix = table.prefix(of: order)
        columns = order == 0 ? table.key : table.indexes[order - 1].elements
        indexed = order == 0 ? table.key : table.indexes[order - 1].columns
        path = AccessPath(order: order)
        fixed.append(prefix)
    }

    private var fixedBytes: [UInt8] { Array(fixed.bytes) }

    /// Fixes column after column while there is a test for the next one.
    private mutating func find() {
        while fixedCount < columns.count {
            guard let (position, tested, keys) = bestPoints() else {
                path.ranges = [interval() ?? whole()]
                return
            }
            path.satisfied.insert(position)
            // No row has a value that cannot be an element, so such a value adds no range.
            let elements = keys.compactMap(elements(of:))
            // After several values a further column would need a range for each combination.
            guard elements.count == 1, let only = elements.first else {
                path.ranges = elements.map { KeyRange(beginningWith: fixedBytes + $0) }
                return
            }
            fixed.append(only)
            fixedCount += tested.count
            path.fixedColumns.formUnion(tested)
            if fixedCount == indexed.count { path.isOneValue = true }
        }
        path.ranges = [whole()]
    }

    /// Encodes values as elements; `nil` for values that no key can hold.
    private func elements(of values: [Value]) -> [UInt8]? {
        let buffer = KeyValueBuffer()
        for value in values where !buffer.append(element: value) { return nil }
        return Array(buffer.bytes)
    }

    /// The range of rows with the values fixed so far.
    private mutating func whole() -> KeyRange {
        if fixedCount == 0 { path.isEverything = true }
        return KeyRange(beginningWith: fixedBytes)
    }

    /// The test for the next columns with the fewest values.
    private func bestPoints() -> (position: Int, columns: [Int], keys: [[Value]])? {
        let next = columns[fixedCount...]
        var best: (position: Int, columns: [Int], keys: [[Value]])?
        for (position, test) in tests {
            guard case .points(let columns, let keys) = test, next.starts(with: columns) else { continue }
            // Each value costs a seek, so the test with the fewest values wins.
            if keys.count < best?.keys.count ?? .max { best = (position, columns, keys) }
        }
        return best
    }

    /// The range between the bounds of the next column; `nil` without bounds.
    private mutating func interval() -> KeyRange? {
        let column = columns[fixedCount]
        if let prefix = textPrefix(of: column) { return prefix }
        var lower = fixedBytes
        var upper = fixedBytes + [KeyTag.afterAll]
        var isFound = false
        for (position, test) in tests {
            switch test {
            case .beyond(let columns, let values, let isAscending):
                guard let end = edge(of: columns, values) else { continue }
                // An edge that only some columns make holds the rows on it, and the condition is checked on each.
                let bound = end.bytes + (end.isWhole == isAscending ? [KeyTag.afterAll] : [])
                if isAscending, lower.lexicographicallyPrecedes(bound) { lower = bound }
                if !isAscending, bound.lexicographicallyPrecedes(upper) { upper = bound }
                isFound = true
                if !end.isWhole { continue }
            case .lower(column, let value, let isInclusive):
                guard let element = elements(of: [value]) else { continue }
                // Entries with the bound itself continue with further elements, which all sort before `afterAll`.
                let bound = fixedBytes + element + (isInclusive ? [] : [KeyTag.afterAll])
                if lower.lexicographicallyPrecedes(bound) { lower = bound }
                excludeNull(in: column, from: &lower)
            case .upper(column, let value, let isInclusive):
                guard let element = elements(of: [value]) else { continue }
                excludeNull(in: column, from: &lower)
                let bound = fixedBytes + element + (isInclusive ? [KeyTag.afterAll] : [])
                if bound.lexicographicallyPrecedes(upper) { upper = bound }
            default: continue
            }
            path.satisfied.insert(position)
            isFound = true
        }
        return isFound ? KeyRange(lower: lower, upper: upper) : nil
    }

    /// Null sorts before every value, and no ordered comparison with it holds.
    private func excludeNull(in column: Int, from lower: inout [UInt8]) {
        guard table.columns[column].isOptional else { return }
        let values = fixedBytes + [KeyTag.null + 1]
        if lower.lexicographicallyPrecedes(values) { lower = values }
    }

    /// The key at which a position lies in the order, and whether all its columns make it; `nil` if its first column is
    /// not the next of the order, or holds a value that no key can hold.
    private func edge(of columns: [Int], _ values: [Value]) -> (bytes: [UInt8], isWhole: Bool)? {
        let shared = IndexableTest.sharedCount(of: columns, with: self.columns[fixedCount...])
        guard shared > 0, let elements = elements(of: Array(values.prefix(shared))) else { return nil }
        return (fixedBytes + elements, shared == columns.count)
    }

    private mutating func textPrefix(of column: Int) -> KeyRange? {
        for (position, test) in tests {
            // 00 ends a text in a key (Docs/Design/key-encoding.md); no stored text contains it.
            guard case .prefix(column, let text) = test, !Bytewise.holdsNull(text) else { continue }
            path.satisfied.insert(position)
            // Leave out the 00 at the end, so that longer texts begin with it too.
            let beginning = fixedBytes + [KeyTag.text] + Array(text.utf8)
            return KeyRange(beginningWith: beginning)
        }
        return nil
    }
}
