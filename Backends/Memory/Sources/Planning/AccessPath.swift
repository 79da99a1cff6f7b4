internal import Granary

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
    /// About how many rows there are.
    var estimate = 0.0
    /// Whether the rows come in the order that is wanted, reversed if so said.
    var isOrdered = false
}
