/// Sorts rows as they arrive, and keeps only the first ones.
package struct SortBuffer<Row: EvaluationRow> {
    private let sorter: RowSorter
    private let limit: Int?
    private var rows: [Row] = []
    private var keys: [Value] = []
    /// The sort values of the last row kept, once there are enough rows.
    private var worst: [Value]?

    /// Makes an empty buffer that keeps the first rows up to a limit; all without one.
    package init(_ sorter: RowSorter, limit: Int?) {
        self.sorter = sorter
        self.limit = limit
    }

    /// Adds a row.
    package mutating func add(_ row: Row, in source: any EvaluationSource) throws {
        let start = keys.count
        try sorter.appendKeys(of: row, in: source, to: &keys)
        if let worst, !sorter.precedes(keys, at: start, worst, at: 0) {
            keys.removeLast(keys.count - start)
            return
        }
        rows.append(row)
        // Pruning at twice the limit sorts each row a constant number of times.
        if let limit, rows.count >= 1024, rows.count / 2 >= limit { prune(to: limit) }
    }

    /// The rows in order.
    package consuming func finish() -> [Row] {
        let order = sortedPositions()
        return order.prefix(limit ?? order.count).map { rows[$0] }
    }

    private func sortedPositions() -> [Int] {
        let width = sorter.keyCount
        return rows.indices.sorted { sorter.precedes(keys, at: $0 * width, keys, at: $1 * width) }
    }

    private mutating func prune(to limit: Int) {
        let width = sorter.keyCount
        let kept = sortedPositions().prefix(limit)
        rows = kept.map { rows[$0] }
        keys = kept.flatMap { keys[($0 * width)..<(($0 + 1) * width)] }
        worst = limit > 0 ? Array(keys.suffix(width)) : nil
    }
}
