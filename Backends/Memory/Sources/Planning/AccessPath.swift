internal import GranaryStore

/// One way to the rows of a request: some ranges of one order.
struct AccessPath {
    /// The position of the order among the table's.
    let order: Int
    /// The ranges, in the order and without overlap.
    var ranges: [RowRange] = [.all]
    /// The columns that have one and the same value in all these rows.
    var fixedColumns: Set<Int> = []
    /// The positions of the tests that every one of these rows satisfies.
    var satisfied: Set<Int> = []
    /// Whether the rows come in the order that is wanted, reversed if so said.
    var isOrdered = false
}

extension AccessPath {
    /// About how many rows there are in the tree of the path's order; of many ranges a few are sampled.
    func estimatedRows(in tree: RowTree) -> Double {
        let sample = ranges.prefix(16)
        let rows = sample.reduce(0.0) { sum, range in
            sum + max(1, tree.estimatedPosition(of: range.upper) - tree.estimatedPosition(of: range.lower))
        }
        return sample.isEmpty ? 0 : rows * Double(ranges.count) / Double(sample.count)
    }
}
