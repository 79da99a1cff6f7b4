internal import GranaryStore

/// A way to read the rows of a request: ranges of one order, or the intersection of several indexes.
struct AccessPath {
    /// The position of the order among the table's; 0 is the primary key.
    let order: Int
    /// The ranges of keys, in order and without overlap.
    var ranges: [KeyRange] = []
    /// The columns that have a single value in all these rows.
    var fixedColumns: Set<Int> = []
    /// The positions of the tests that all these rows satisfy.
    var satisfied: Set<Int> = []
    /// Whether the ranges are all keys of the order.
    var isEverything = false
    /// Whether the only range fixes all indexed columns, so that its entries are sorted by the keys of their rows.
    var isOneValue = false
    /// The approximate number of rows.
    var estimate = 0.0
    /// Whether the rows come in the wanted order, perhaps reversed.
    var isOrdered = false
    /// The filter for the wanted rows, if all rows of the table are read.
    var filter: ReferenceFilter?
    /// The paths to intersect this one with.
    var others: [AccessPath] = []
}

extension AccessPath {
    /// Whether the rows are an intersection of several indexes.
    var isIntersection: Bool { !others.isEmpty }

    /// Whether there is one range, of all keys that begin with its lower bound.
    var isOneRange: Bool { ranges.count == 1 && ranges[0] == KeyRange(beginningWith: ranges[0].lower) }
}
