internal import Granary

/// One way to the rows of a request: some ranges of one order, or what several indexes have in common.
struct AccessPath {
    /// The position of the order among the table's: 0 for the primary key.
    let order: Int
    /// The ranges of keys, in order and without overlap.
    var ranges: [KeyRange] = []
    /// The columns that have one and the same value in all these rows.
    var fixedColumns: Set<Int> = []
    /// The positions of the tests that every one of these rows satisfies.
    var satisfied: Set<Int> = []
    /// Whether the ranges are all keys of the order.
    var isEverything = false
    /// Whether the one range has a value for every column that is indexed, so that its entries are ordered by
    /// the keys of their rows.
    var isOneValue = false
    /// About how many rows there are.
    var estimate = 0.0
    /// Whether the rows come in the order that is wanted, reversed if so said.
    var isOrdered = false
    /// Which of the rows are wanted, when they are looked for among all of a table.
    var filter: ReferenceFilter?
    /// Other ways whose rows these are as well.
    var others: [AccessPath] = []
}

extension AccessPath {
    /// Whether only rows are left that several indexes name.
    var isIntersection: Bool { !others.isEmpty }

    /// Whether there is one range, of all keys that begin with its lower bound.
    var isOneRange: Bool { ranges.count == 1 && ranges[0] == KeyRange(beginningWith: ranges[0].lower) }
}
